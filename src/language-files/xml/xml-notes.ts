import { type MetaValue, metaItems, metaObject, metaText } from '../model/meta';
import { type Namespaces, keptAttributes, metaAttributes } from './xml-markup';
import { type XmlElement, attribute, deepText } from './xml-tree';
import { attributes, escapeText } from './xml-writer';

export interface Notes {
  /** The first note that is not about the target alone. */
  description?: string;
  /** All notes about the key, in order, the description's place among them; undefined where it is the only, plain one. */
  ofKey?: MetaValue[];
  /** The notes about the target. */
  ofTarget?: MetaValue[];
}

/** @param about the attribute that says what a note is about: `annotates` in XLIFF 1.2, `appliesTo` in XLIFF 2 */
export function readNotes(notes: readonly XmlElement[], about: string): Notes {
  const ofTarget = notes.filter((note) => attribute(note, about) === 'target');
  const ofKey = notes.filter((note) => attribute(note, about) !== 'target');
  const main = ofKey.find((note) => deepText(note) !== '');
  const plain = ofKey.length === 0 || (ofKey.length === 1 && main !== undefined && main.attributes.length === 0);
  return {
    description: main && deepText(main),
    ofKey: plain ? undefined : ofKey.map((note) => storedNote(note, note === main)),
    ofTarget: ofTarget.length > 0 ? ofTarget.map((note) => storedNote(note, false)) : undefined,
  };
}

function storedNote(note: XmlElement, isDescription: boolean): MetaValue {
  const kept = { attributes: keptAttributes(note) };
  return isDescription ? kept : { ...kept, text: deepText(note) };
}

/** `<note>` elements: those of the key, in which the description has its place, then those of the target. */
export function writeNotes(
  description: string | undefined,
  ofKey: MetaValue | undefined,
  ofTarget: MetaValue | undefined,
  namespaces: Namespaces,
  key: string,
): string[] {
  const stored = metaItems(ofKey).map(metaObject);
  const hasPosition = stored.some((note) => metaText(note.text) === undefined);
  const all = [...(hasPosition ? [] : [{}]), ...stored, ...metaItems(ofTarget).map(metaObject)];
  let rest = description || undefined;
  return all.flatMap((note) => {
    let text = metaText(note.text);
    if (text === undefined) [text, rest] = [rest, undefined];
    if (text === undefined) return [];
    const pairs = metaAttributes(note.attributes, namespaces).map(({ name, value }) => [name, value] as const);
    return [`<note${attributes(pairs, key)}>${escapeText(text, key)}</note>`];
  });
}
