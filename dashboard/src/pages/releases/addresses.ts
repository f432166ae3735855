/** The addresses from which applications load the files of releases, without an API key. */
const base = (token: string): string => `${location.origin}/delivery/${token}`;

export const manifestAddress = (token: string, channel: string): string => `${base(token)}/${channel}/manifest.json`;

/** The address of what a channel serves now for a language, and for a namespace if each has a file. */
export const fileAddress = (
  token: string,
  channel: string,
  { language, namespace }: { language: string; namespace: string | null },
  extension: string,
): string =>
  [base(token), channel, language, ...(namespace === null ? [] : [encodeURIComponent(namespace)])].join('/') +
  `.${extension}`;

/** The address of a file that never changes. */
export const fixedAddress = (token: string, sha256: string, extension: string): string =>
  `${base(token)}/f/${sha256}.${extension}`;
