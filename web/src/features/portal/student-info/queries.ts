import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { read, useChange } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import { saveFile } from '@/shared/ui/save-file';
import type { ContactField } from './record';

export const studentQueries = {
  all: () => ['student'] as const,
  record: () => read(studentQueries.all(), '/api/Students/Students/GetStudentInfoOutput'),
  photo: (path: string) =>
    queryOptions({
      queryKey: [...studentQueries.all(), 'photo', path],
      queryFn: ({ signal }) => fetchFile(path, { signal, quiet: true }),
      enabled: path !== '',
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

/** Saves one contact field. */
export function useEditContact() {
  return useChange(
    ({ field, value }: { field: ContactField; value: string }) =>
      api.patch('/api/student', { body: { [field]: value }, quiet: true }),
    [studentQueries.record().queryKey],
  );
}

/** Fetches the full national ID after checking the password. The server logs the access. */
export const reveal = async (password: string): Promise<string> =>
  (await api.post('/api/student/reveal', { body: { password }, quiet: true })).nationalId;

/** Downloads everything that the portal stores about the student. */
export function useExport() {
  return useChange(async () => {
    const data = await api.get('/api/student/export');
    const text = `${JSON.stringify(data, null, 2)}\n`;
    saveFile('my-data.json', new Blob([text], { type: 'application/json' }));
  });
}
