/** More than any captions or chapters need, in bytes. */
const maxBytes = 4 * 1024 * 1024;

/** The encoding given by a byte order mark. */
function marked([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) {
    return 'utf-16le';
  }
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/**
 * Decodes a file as UTF-8, as UTF-16 with a byte order mark, or else as GB 18030, which Chinese programs on Windows
 * write.
 */
export async function fileText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, maxBytes).arrayBuffer());
  const encoding = marked(bytes);
  if (encoding !== undefined) {
    return new TextDecoder(encoding).decode(bytes);
  }
  try {
    // With `stream`, a character that was cut off at the end is no error.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}
