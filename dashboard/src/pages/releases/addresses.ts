import type { ReleasedFile } from './releases-data';

/** The addresses from which applications load the files of releases, without an API key. */
const base = (token: string): string => `${location.origin}/delivery/${token}`;

/** The address of what a channel serves now. @param path `manifest.json`, or the path of a file */
export const channelAddress = (token: string, channel: string, path: string): string =>
  `${base(token)}/${channel}/${path.split('/').map(encodeURIComponent).join('/')}`;

/** The address of a file that never changes. */
export const fixedAddress = (token: string, { path, sha256 }: ReleasedFile): string =>
  `${base(token)}/f/${sha256}${path.slice(path.lastIndexOf('.'))}`;
