/** The picture formats that the server accepts. */
export const pictureKinds: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

/** Twice the size that the server stores; it accepts at most 4 million pixels, and cameras have more. */
export const shapes = {
  square: { width: 512, height: 512 },
  portrait: { width: 576, height: 768 },
} as const;

/**
 * Crops a picture around its middle and scales it down for the upload. A file that the browser can't decode is sent as
 * it is: the server says what is wrong.
 */
export async function shrinkPicture(file: File, shape: keyof typeof shapes): Promise<Blob> {
  const { width, height } = shapes[shape];
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(picture.width / width, picture.height / height);
    const [cutWidth, cutHeight] = [width * scale, height * scale];
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * Math.min(1, scale));
    canvas.height = Math.round(height * Math.min(1, scale));
    canvas
      .getContext('2d')
      ?.drawImage(
        picture,
        (picture.width - cutWidth) / 2,
        (picture.height - cutHeight) / 2,
        cutWidth,
        cutHeight,
        0,
        0,
        canvas.width,
        canvas.height,
      );
    picture.close();
    // PNG is the only format with transparency that every browser can write.
    const kind = file.type === 'image/jpeg' ? file.type : 'image/png';
    return (await new Promise<Blob | null>((done) => canvas.toBlob(done, kind, 0.9))) ?? file;
  } catch {
    return file;
  }
}
