import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ContentCoding } from './representation';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Compresses a response in the thread pool. The levels are those at which more time saves few bytes. */
export function compress(content: Buffer, coding: Exclude<ContentCoding, 'identity'>): Promise<Buffer> {
  if (coding === 'gzip') return compressGzip(content, { level: 6 });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return compressBrotli(content, { params });
}
