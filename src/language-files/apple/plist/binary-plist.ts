import { MalformedFileError } from '../../model/format-errors';

/** @throws MalformedFileError for a property list as Xcode builds it into an app: it is no source of texts */
export function refuseBinaryPlist(bytes: Uint8Array): void {
  if (!Buffer.from(bytes.subarray(0, 6)).equals(Buffer.from('bplist'))) return;
  throw new MalformedFileError('a binary property list is not read; convert it with: plutil -convert xml1 <file>');
}
