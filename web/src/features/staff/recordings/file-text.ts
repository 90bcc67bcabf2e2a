/** As much of a file as captions and chapters ever have. */
const most = 4 * 1024 * 1024;

/** The encoding that the first bytes of a file name. */
function marked([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) {
    return 'utf-16le';
  }
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/**
 * The text of a file in UTF-8, in UTF-16 with its mark, or else in GB 18030, as Chinese programs on Windows write it.
 */
export async function fileText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, most).arrayBuffer());
  const encoding = marked(bytes);
  if (encoding !== undefined) {
    return new TextDecoder(encoding).decode(bytes);
  }
  try {
    // Told that more may follow, so that a letter that was cut off is no error.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}
