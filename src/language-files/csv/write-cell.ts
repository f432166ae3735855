/** Writes a cell, with quotes where it needs them. Some readers remove white space around a text without quotes. */
export function writeCell(text: string, delimiter: string, isQuoted: boolean): string {
  return isQuoted || needsQuotes(text, delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const needsQuotes = (text: string, delimiter: string): boolean =>
  text.includes(delimiter) || /^\s|\s$|["\r\n]/.test(text);
