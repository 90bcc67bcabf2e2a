/** Saves a file through the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then the download has started; immediately would be too early for some browsers.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
