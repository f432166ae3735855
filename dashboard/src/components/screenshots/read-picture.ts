import type { Size } from './region';

/** Returns a file as an address that pages may show, with the size of the picture; undefined if it is none. */
export async function readPicture(file: File): Promise<{ source: string; size: Size } | undefined> {
  const source = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error(reader.error?.message));
    reader.readAsDataURL(file);
  });
  const image = new Image();
  image.src = source;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  return { source, size: { width: image.naturalWidth, height: image.naturalHeight } };
}
