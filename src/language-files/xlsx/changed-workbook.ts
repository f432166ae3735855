import { writeArchive } from '../archive/write-archive';
import { ZipParts } from '../archive/zip-parts';

/** Returns a workbook with a changed sheet, without the entries of folders, which some programs write. */
export function withChangedSheet(workbook: Uint8Array, changed: Uint8Array, sheet: string): Uint8Array {
  const parts = new ZipParts(workbook);
  const isSheet = (path: string): boolean => path.toLowerCase() === sheet.toLowerCase();
  const files = parts.names
    .filter((path) => !path.endsWith('/'))
    .map((path) => ({ path, chunks: [isSheet(path) ? changed : (parts.read(path) ?? '')] }));
  return Buffer.concat([...writeArchive(files)]);
}
