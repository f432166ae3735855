const UNITS = ['B', 'kB', 'MB', 'GB'];

export const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Returns a number of bytes as a person reads it. */
export function sizeOf(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const value = bytes / 1_000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`;
}
