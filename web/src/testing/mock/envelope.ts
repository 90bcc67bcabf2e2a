/** The answer of a mock handler. */
export interface MockAnswer {
  data: unknown;
  status: 'ok' | 'fail';
  msg: string;
  code: number;
}

/** The specification's mock codes. */
export const mockCodes = { success: 20_000, failure: 50_000, notLoggedIn: 50_008 } as const;

/** A successful answer. */
export function succeed(data: unknown): MockAnswer {
  return { data, status: 'ok', msg: '请求成功', code: mockCodes.success };
}

/** A failed answer with its message. */
export function fail(msg: string, code: number = mockCodes.failure): MockAnswer {
  return { data: null, status: 'fail', msg, code };
}
