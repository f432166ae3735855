import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { UnwritableTextError } from '../model/format-errors';
import { metaText } from '../model/meta';
import type { Plural, PluralCategory } from '../model/plural';
import { isUnchanged, keepsMessage } from '../template/unchanged';
import { descriptionTexts } from '../xml/xml-template';
import { toIcuMessage } from '../text/plurals/icu-message';
import { isMessageKey } from './android-meta';
import { isPluralKey, NO_PLURAL, parseResourceKey, PluralNames } from './android-names';
import { pluralForms } from './android-plural-writer';
import type { ResourceWriter } from './android-resource-writer';
import type { AndroidTemplate } from './android-template';

type NamedText = readonly [name: string, text: string, key?: string];

/** Yields the XML of the changed texts by the names that they have in a template, and the descriptions. */
export function* androidTexts(file: FileToWrite, template: AndroidTemplate): Generator<NamedText> {
  const writer = template.createWriter();
  const plurals = new PluralNames();
  // The comments of a missing key go with its element, or stay with it.
  for (const { name, value } of [...template.comments.values()].flat()) yield [name, value];
  for (const entry of file.entries) {
    const comments = template.comments.get(entry.key);
    if (comments) yield* descriptionTexts(comments, entry.description ?? '');
    if (entry.key.endsWith(']')) template.itemsWithText.add(entry.key);
    if (isWrittenAsPlural(entry, template)) plurals.add(entry.key);
    if (isUnchanged(template, entry)) continue;
    template.entries.set(entry.key, entry);
    yield* entryTexts(withoutCdata(entry), file, { template, writer });
  }
}

/** CDATA is a style of the token, not of the text. */
const withoutCdata = (entry: EntryToWrite): EntryToWrite =>
  entry.meta?.cdata === undefined ? entry : { ...entry, meta: { ...entry.meta, cdata: false } };

const isWrittenAsPlural = (entry: EntryToWrite, template: AndroidTemplate): boolean =>
  typeof entry.value === 'object' &&
  entry.value.type === 'cardinal' &&
  !keepsMessage(template, entry) &&
  (!isMessageKey(entry.keyMeta) || isPluralKey(entry.key) || template.container('plurals', entry.key) !== undefined);

interface Target {
  template: AndroidTemplate;
  writer: ResourceWriter;
}

function* entryTexts(entry: EntryToWrite, file: FileToWrite, { template, writer }: Target): Generator<NamedText> {
  const { key, value } = entry;
  const container = template.container('plurals', key);
  if (!container && !template.texts.has(key)) parseResourceKey(key, metaText(entry.keyMeta?.product));
  if (typeof value !== 'object' || !isWrittenAsPlural(entry, template)) {
    if (isPluralKey(key) && value) throw new UnwritableTextError(key, NO_PLURAL);
    if (isPluralKey(key)) return;
    const text = typeof value === 'object' ? toIcuMessage(value) : value;
    const rendering = writer.renderString({ ...entry, value: text });
    template.renderings.set(key, rendering);
    yield [key, rendering.xml];
    return;
  }
  for (const [category, rendering] of writer.renderForms(entry, formsFor(entry, value, file, template))) {
    const name = `${key}\0${category}`;
    template.renderings.set(name, rendering);
    yield [name, rendering.xml, key];
  }
}

/**
 * The plural of an own file gets no forms that it did not have: neither forms of the language nor an implied "other".
 */
function formsFor(
  { key }: EntryToWrite,
  plural: Plural,
  file: FileToWrite,
  template: AndroidTemplate,
): [category: PluralCategory, text: string][] {
  const isOwn = file.template?.isForeign === false && template.container('plurals', key) !== undefined;
  const report = (code: string, detail: string): void => file.warn({ code, detail, key });
  const forms = pluralForms(plural, file.language, report, isOwn ? [] : undefined);
  const read = template.values.get(key);
  const implied =
    typeof read === 'object' && !template.texts.has(`${key}\0other`) ? read?.forms.get('other') : undefined;
  return forms.filter(([category, text]) => !(isOwn && category === 'other' && text === implied));
}
