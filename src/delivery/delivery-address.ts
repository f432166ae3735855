import { HASH_SEGMENT } from '../releases/channel-name';
import { MANIFEST } from '../releases/release';

/** With what the paths of all delivery addresses begin. */
export const DELIVERY_PREFIX = '/delivery/';

/** The parts of a delivery address, which names a file of a channel, or a file by its hash. */
export interface DeliveryAddress {
  token: string;
  channel: string;
  /** The file behind the channel: `de.json`, `de/home.json`, `manifest.json`; behind `f` a hash with an extension. */
  path: string;
}

/** Tokens and names of channels have no other characters. What else is decoded, as a slash, would name them in further ways. */
const NAME = /^[\w.-]{1,64}$/;

/** Returns the address that a path names; undefined if it names none. @param url a path, with or without a query */
export function parseAddress(url: string): DeliveryAddress | undefined {
  const end = url.indexOf('?');
  const parts = (end < 0 ? url : url.slice(0, end)).slice(DELIVERY_PREFIX.length).split('/');
  const [token, channel, ...rest] = parts.map(decode);
  const path = rest.join('/');
  if (token === undefined || channel === undefined || !NAME.test(token) || !NAME.test(channel)) return undefined;
  return path === '' || path.includes('\0') ? undefined : { token, channel, path };
}

/** Text that is not encoded well names nothing. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '\0';
  }
}

export const isByHash = ({ channel }: Pick<DeliveryAddress, 'channel'>): boolean => channel === HASH_SEGMENT;

/** The language of a path, and what follows it: `/home.json`, `.json`. */
export interface LanguagePath {
  language: string;
  rest: string;
}

/** Splits the path of a file with texts. @param extension of the files of the release. @returns undefined for another file */
export function splitPath(path: string, extension: string): LanguagePath | undefined {
  if (path === MANIFEST || !path.endsWith(`.${extension}`)) return undefined;
  const slash = path.indexOf('/');
  const end = slash < 0 ? path.length - extension.length - 1 : slash;
  return { language: path.slice(0, end), rest: path.slice(end) };
}
