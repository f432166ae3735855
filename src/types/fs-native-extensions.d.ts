declare module 'fs-native-extensions' {
  /** Requests an exclusive advisory lock on a whole file. @returns false where another file descriptor holds one */
  export function tryLock(fd: number): boolean;
}
