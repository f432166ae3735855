/**
 * Returns how most lines of a text end, which is how lines that are added to it end: some files have few lines with other ends, such
 * as a licence that was copied into them. LF if there is one line only.
 */
export function usualNewline(text: string): '\r\n' | '\n' {
  let [lineFeeds, both] = [0, 0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    lineFeeds++;
    if (text[end - 1] === '\r') both++;
  }
  return both * 2 > lineFeeds ? '\r\n' : '\n';
}
