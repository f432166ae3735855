/**
 * Returns a text as a message quotes it: at most some of its first UTF-16 code units, with `…` where it is cut. No character is
 * cut in two, because PostgreSQL and strict readers of JSON refuse half of one.
 */
export function shorten(text: string, length = 200): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`;
}
