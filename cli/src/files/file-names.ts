/** The bytes of a name that file systems take. */
const MAX_BYTES = 255;

const RESERVED_BY_WINDOWS = /[<>"|?*]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Returns whether the system takes a part of a path as the name of a file or folder in the folder before it, which is not the one of git. */
export const isFileName = (part: string, platform: NodeJS.Platform = process.platform): boolean =>
  !['', '.', '..', '.git'].includes(part.toLowerCase()) &&
  !/[\\:]|\p{Cc}/u.test(part) &&
  Buffer.byteLength(part) <= MAX_BYTES &&
  !(platform === 'win32' && RESERVED_BY_WINDOWS.test(part));
