import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { read, useChange } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import { saveFile } from '@/shared/ui/save-file';
import type { ContactField } from './record';

export const studentQueries = {
  all: () => ['student'] as const,
  record: () => read(studentQueries.all(), '/api/Students/Students/GetStudentInfoOutput'),
  /** The photo as an address that lives as long as the page. */
  photo: (path: string) =>
    queryOptions({
      queryKey: [...studentQueries.all(), 'photo', path],
      queryFn: async ({ signal }) => URL.createObjectURL(await fetchFile(path, { signal, quiet: true })),
      enabled: path !== '',
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

/** Stores one contact field. */
export function useEditContact() {
  return useChange(
    ({ field, value }: { field: ContactField; value: string }) =>
      api.patch('/api/student', { body: { [field]: value }, quiet: true }),
    [studentQueries.record().queryKey],
    // One after the other: a second request to the same address would cancel the first.
    { scope: { id: 'student contact' } },
  );
}

/** Shows the national ID in full to whoever knows the password. The server writes down that it did. */
export const reveal = async (password: string): Promise<string> =>
  (await api.post('/api/student/reveal', { body: { password }, quiet: true })).nationalId;

/** Everything that the portal holds about the student, as a file. */
export function useExport() {
  return useChange(async () => {
    const held = await api.get('/api/student/export');
    const text = `${JSON.stringify(held, null, 2)}\n`;
    saveFile('my-data.json', new Blob([text], { type: 'application/json' }));
  });
}
