/** The XML of a unit and the name of the `<file>` that it is in. */
export interface Unit {
  file: string;
  xml: string;
}

/**
 * Groups units by their `<file>`. Units of the first unit's file are yielded at once. Units of other files are held
 * until the end, because units come in the order of their keys and each file is written once; an empty text is yielded
 * in their place, because each unit has to yield a text.
 *
 * @param units undefined for one that is left out
 * @param open returns the start of a file
 * @param close the end of a file
 */
export function* fileSections(
  units: Iterable<Unit | undefined>,
  open: (file: string) => string,
  close: string,
): Generator<string> {
  let first: string | undefined;
  const held = new Map<string, string[]>();
  for (const unit of units) {
    if (!unit) {
      yield '';
      continue;
    }
    const { file, xml } = unit;
    if (first === undefined) yield open(file);
    first ??= file;
    if (file !== first) append(held, file, xml);
    yield file === first ? xml : '';
  }
  if (first !== undefined) yield close;
  for (const [file, xml] of held) {
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
