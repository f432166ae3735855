import { crc32, deflateSync } from 'node:zlib';
import type { ApiResponse, Client } from './client';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Returns a chunk of a PNG file. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

export interface Png {
  width: number;
  height: number;
  /** 0: grey, 2: colours, 3: a palette, 6: colours with transparency. */
  colorType?: number;
  bits?: number;
  /** The rows, each behind its filter, before compression. Default: black. */
  pixels?: Buffer;
  /** Chunks between the head and the pixels. */
  chunks?: readonly Buffer[];
}

/** Returns a PNG file, which need not be a valid one. */
export function png({ width, height, colorType = 2, bits = 8, pixels, chunks = [] }: Png): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(bits, 8);
  head.writeUInt8(colorType, 9);
  const samples = { 0: 1, 2: 3, 3: 1, 6: 4 }[colorType] ?? 1;
  const row = 1 + Math.ceil((width * samples * bits) / 8);
  const data = deflateSync(pixels ?? Buffer.alloc(row * height));
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', head),
    ...chunks,
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** One black pixel. */
export const TINY_PNG = png({ width: 1, height: 1 });

export interface SentPicture {
  file: Buffer;
  name?: string;
  /** The regions; a string is sent as it is. */
  keys?: unknown;
  headers?: Record<string, string>;
}

/** Sends a picture as a screenshot of a project. */
export function sendPicture(
  api: Pick<Client, 'send'>,
  projectId: string,
  { file, name = 'home.png', keys, headers }: SentPicture,
): Promise<ApiResponse> {
  const form = new FormData();
  if (keys !== undefined) form.append('keys', typeof keys === 'string' ? keys : JSON.stringify(keys));
  form.append('file', new Blob([new Uint8Array(file)]), name);
  return api.send('POST', `projects/${projectId}/screenshots`, { body: form, headers });
}
