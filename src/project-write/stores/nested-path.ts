/** The member of a key's metadata that tells how nested files hold its texts, where the name of the key does not show it. */
export const PATH = 'path';
