import type { PictureFormat } from './pictures/picture-format';

/** Where a key is shown: a rectangle within the picture, in pixels from its upper left corner. */
export interface Region {
  keyId: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A picture of a project with the regions of keys. */
export interface Screenshot {
  id: string;
  projectId: string;
  /** The name of the file that was sent; null: it had none. */
  name: string | null;
  /** Of the file as it was sent, in hexadecimal. */
  sha256: string;
  format: PictureFormat;
  width: number;
  height: number;
  /** The bytes of the picture as it is served. */
  bytes: number;
  createdAt: Date;
  /** Regions of keys that exist, in the order in which they were set. */
  keys: Region[];
}
