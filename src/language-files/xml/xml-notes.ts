import { type MetaValue, metaItems, metaObject, metaText } from '../model/meta';
import { type Namespaces, keptAttributes, metaAttributes } from './xml-markup';
import { type XmlElement, attribute, deepText } from './xml-tree';
import { attributes, escapeText } from './xml-writer';

/** The notes of a unit. */
export interface Notes {
  /** The text of the first note about the source. */
  description?: string;
  /**
   * All notes of the key, in order. The one without a text is the description. Undefined where the description is the
   * only note and has no attributes.
   */
  keyNotes?: MetaValue[];
  /** The notes of the target, and of translators. */
  targetNotes?: MetaValue[];
}

/**
 * Returns whether a note belongs to the translation: it is about the target, or a translator wrote it (`from="translator"`,
 * `from="po-translator"` of translate-toolkit, or the category in XLIFF 2).
 *
 * @param about as for `readNotes`
 */
export const isOfTarget = (note: XmlElement, about: string): boolean =>
  attribute(note, about) === 'target' ||
  /translator/i.test(attribute(note, 'from') ?? attribute(note, 'category') ?? '');

/**
 * Returns the note of a key that is its description: the first one with a text that is no place in the code, as Angular
 * writes it.
 */
export const findDescription = (notes: readonly XmlElement[]): XmlElement | undefined =>
  notes.find((note) => attribute(note, 'category') !== 'location' && deepText(note) !== '');

/**
 * Reads `<note>` elements.
 *
 * @param about the attribute that names the subject of a note: `annotates` in XLIFF 1.2, `appliesTo` in XLIFF 2
 */
export function readNotes(notes: readonly XmlElement[], about: string): Notes {
  if (notes.length === 0) return NO_NOTES;
  const targetNotes = notes.filter((note) => isOfTarget(note, about));
  const keyNotes = notes.filter((note) => !isOfTarget(note, about));
  const main = findDescription(keyNotes);
  const isPlain =
    keyNotes.length === 0 || (keyNotes.length === 1 && main !== undefined && main.attributes.length === 0);
  return {
    description: main && deepText(main),
    keyNotes: isPlain ? undefined : keyNotes.map((note) => storedNote(note, note === main)),
    targetNotes: targetNotes.length > 0 ? targetNotes.map((note) => storedNote(note, false)) : undefined,
  };
}

const NO_NOTES: Notes = {};

function storedNote(note: XmlElement, isDescription: boolean): MetaValue {
  const kept = { attributes: keptAttributes(note) };
  return isDescription ? kept : { ...kept, text: deepText(note) };
}

/** Returns the `<note>` elements of the key, with the description at its position, and then the notes of the target. */
export function writeNotes(
  description: string | undefined,
  keyNotes: MetaValue | undefined,
  targetNotes: MetaValue | undefined,
  namespaces: Namespaces,
  key: string,
): string[] {
  const stored = metaItems(keyNotes).map(metaObject);
  const hasPosition = stored.some((note) => metaText(note.text) === undefined);
  const all = [...(hasPosition ? [] : [{}]), ...stored, ...metaItems(targetNotes).map(metaObject)];
  let rest = description || undefined;
  return all.flatMap((note) => {
    let text = metaText(note.text);
    if (text === undefined) [text, rest] = [rest, undefined];
    if (text === undefined) return [];
    const pairs = metaAttributes(note.attributes, namespaces).map(({ name, value }) => [name, value] as const);
    return [`<note${attributes(pairs, key)}>${escapeText(text, key)}</note>`];
  });
}
