import { MalformedFileError } from '../../model/format-errors';

/** @throws MalformedFileError for a binary property list: Xcode builds those into apps, they are not source files */
export function refuseBinaryPlist(bytes: Uint8Array): void {
  if (!Buffer.from(bytes.subarray(0, 6)).equals(Buffer.from('bplist'))) return;
  throw new MalformedFileError(
    'binary property lists are not supported; convert the file with: plutil -convert xml1 <file>',
  );
}
