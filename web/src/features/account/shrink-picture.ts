/** Twice what the server stores; it accepts 4 million pixels at most, and cameras make more. */
const side = 512;

/** The middle square of a picture, small enough to send. What the browser cannot read is sent as it is: the server says what is wrong. */
export async function shrinkPicture(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file);
    const square = Math.min(picture.width, picture.height);
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.min(side, square);
    canvas
      .getContext('2d')
      ?.drawImage(
        picture,
        (picture.width - square) / 2,
        (picture.height - square) / 2,
        square,
        square,
        0,
        0,
        canvas.width,
        canvas.height,
      );
    picture.close();
    // Only PNG has transparent parts in every browser.
    const kind = file.type === 'image/jpeg' ? file.type : 'image/png';
    return (await new Promise<Blob | null>((done) => canvas.toBlob(done, kind, 0.9))) ?? file;
  } catch {
    return file;
  }
}
