const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Writes a number of bytes in a language, with the largest unit of which there is at least one. */
export function formatSize(bytes: number, language: string): string {
  const index = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const unit = UNITS[index] ?? 'byte';
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 });
  return format.format(bytes / 1_000 ** index);
}
