/** A tag of HTML or XML, or one of React's (`<0>`): slash, name, and the rest. */
export const TAG = /<(\/?)([A-Za-z][\w.-]{0,60}(?::[A-Za-z][\w.-]{0,60})?|\d{1,3})((?:[\s/][^<>]*)?)>/g;

/** How often a text has the tags of a name. */
export interface TagCounts {
  start: number;
  end: number;
  /** Tags like `<x/>`, and tags with attributes. */
  certain: number;
}

export const NO_TAGS: Readonly<TagCounts> = { start: 0, end: 0, certain: 0 };

/** Returns the tags of a text by name, in lower case. */
export function readTags(text: string): Map<string, TagCounts> {
  const tags = new Map<string, TagCounts>();
  for (const [, slash, name = '', rest = ''] of text.matchAll(TAG)) {
    const id = name.toLowerCase();
    const counts = tags.get(id) ?? { ...NO_TAGS };
    tags.set(id, counts);
    if (slash !== '') counts.end++;
    else {
      counts.start++;
      if (rest.endsWith('/')) counts.end++;
      if (rest.endsWith('/') || rest.includes('=')) counts.certain++;
    }
  }
  return tags;
}
