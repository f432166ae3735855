/** A JSON pointer (RFC 6901) into a request body; `''` is the whole body. */
export type JsonPointer = string;

/** @returns the pointer to the member at this path, with `~` and `/` escaped (RFC 6901 §3) */
export function jsonPointer(...path: readonly (string | number)[]): JsonPointer {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
