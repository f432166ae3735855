import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { CommandError, ExitCode } from '../exit-code';
import type { FileIdentity } from '../files/path-pattern';

/** The list in a zip that says what its files are. */
const LIST = 'glossa-files.json';

interface ZippedFile extends FileIdentity {
  path: string;
  bytes: Uint8Array;
}

/** Makes a zip with the list of its files. */
export function packFiles(files: readonly ZippedFile[]): Uint8Array {
  const list = files.map(({ path, language, namespace }) => ({ path, language, namespace }));
  return zipSync({
    [LIST]: strToU8(JSON.stringify({ files: list })),
    ...Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])),
  });
}

/** Reads a zip with a list of its files. @throws CommandError */
export function unpackFiles(bytes: Uint8Array): ZippedFile[] {
  try {
    const { [LIST]: list, ...files } = unzipSync(bytes);
    const { files: listed } = JSON.parse(strFromU8(list ?? new Uint8Array())) as { files: Omit<ZippedFile, 'bytes'>[] };
    return listed.map((file) => {
      const content = files[file.path];
      if (!content) throw new Error(`${file.path} is missing`);
      return { ...file, bytes: content };
    });
  } catch (error) {
    throw new CommandError(
      ExitCode.refused,
      `the server sent no zip with a list of its files: ${(error as Error).message}`,
      'The server may be older than this command line, or a proxy may have changed the answer.',
    );
  }
}
