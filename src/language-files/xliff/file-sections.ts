export interface Unit {
  file: string;
  xml: string;
}

/**
 * Units under their `<file>`s. Those of the first unit's file are passed on as they come; those of other files have to
 * wait, because units come in the order of their keys and a file is written once; for each, an empty text says that it was taken.
 */
export function* fileSections(units: Iterable<Unit>, open: (file: string) => string, close: string): Generator<string> {
  let first: string | undefined;
  const waiting = new Map<string, string[]>();
  for (const { file, xml } of units) {
    if (first === undefined) yield open(file);
    first ??= file;
    if (file !== first) append(waiting, file, xml);
    yield file === first ? xml : '';
  }
  if (first !== undefined) yield close;
  for (const [file, xml] of waiting) {
    yield open(file);
    yield* xml;
    yield close;
  }
}

function append(lists: Map<string, string[]>, name: string, item: string): void {
  const list = lists.get(name);
  if (list) list.push(item);
  else lists.set(name, [item]);
}
