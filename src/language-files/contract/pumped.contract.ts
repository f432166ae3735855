/** A file that is an item between a start and an end, repeated up to a length. */
export interface Pumped {
  start: string;
  item: string;
  end: string;
}

export const between = (start: string, end: string, items: readonly string[]): Pumped[] =>
  items.map((item) => ({ start, item, end }));
