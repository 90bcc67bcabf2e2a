// The calls of the watch page in the form that the generator writes, until the server's document describes them.
import type { WireNote, WirePreview, WireReport, WireReported, WireWatch } from './wire';

interface Answer<T> {
  responses: {
    200: {
      content: { 'application/json': { statusCode: number; succeeded: boolean; data: T; errors: unknown } };
    };
  };
}

interface Body<T> {
  requestBody: { content: { 'application/json': T } };
}

interface Of<K extends string> {
  parameters: { path: Record<K, string> };
}

interface NoteBody {
  at: number;
  text: string;
}

declare module '@/shared/api/plain-paths' {
  interface PlainPaths {
    '/api/lessons/{lesson}': { get: Answer<WireWatch> & Of<'lesson'> };
    '/api/classes/{class}/watch': { get: Answer<WireWatch> & Of<'class'> };
    '/api/previews': { get: Answer<WirePreview[]> };
    '/api/lessons/{lesson}/watching': { post: Answer<WireReported> & Of<'lesson'> & Body<WireReport> };
    '/api/lessons/{lesson}/notes': {
      get: Answer<WireNote[]> & Of<'lesson'>;
      post: Answer<WireNote> & Of<'lesson'> & Body<NoteBody>;
    };
    '/api/notes/{note}': {
      put: Answer<WireNote> & Of<'note'> & Body<NoteBody>;
      delete: Answer<null> & Of<'note'>;
    };
  }
}
