import type { FileFacts, TemplateContext, TemplateSupport } from '../model/codec';
import type { EntryToWrite, ParsedEntry } from '../model/entry';
import { metaText } from '../model/meta';
import type { IndexedForms } from '../gettext/plural-forms';
import type { NewElement, NewText, Renaming, Replacement } from '../template/file-template';
import { groupOf } from '../template/group-of';
import { toIcuMessage } from '../text/plurals/icu-message';
import { type UnitList, type UnitPlaces, UnitTemplate, contextOf, textsOfUnits, toWrite } from '../xml/unit-template';
import { XmlEdits, leadOf, withLineEnds } from '../xml/xml-edits';
import { XmlLayout } from '../xml/xml-layout';
import { xmlEncoding } from '../xml/xml-reader';
import { replaceAttribute } from '../xml/xml-template';
import { type XmlElement, childElement, childElements, localName } from '../xml/xml-tree';
import { attributes } from '../xml/xml-writer';
import { adaptQtTs } from './qt-adapt';
import { splitKey } from './qt-key';
import { QtTsLists } from './qt-lists';
import { type Location, LocationEditor, readLocations } from './qt-locations';
import { ARGUMENT_EXTRA, SOURCE_EXTRA } from './qt-message-reader';
import { contextOfEntry, isPlural, sourceText, toQtText, writeMessage } from './qt-message-writer';
import { type NumerusContext, numerusForms } from './qt-numerus-writer';
import { numerusOf } from './qt-plurals';
import { QtTsReader } from './qt-reader';
import { hasVariants, readChildText, readVariants, writeContent, writeText, writeVariants } from './qt-text';

/** The parts of a message that an export may change. */
interface Parts {
  /**
   * The numerus forms, or the only text. Undefined where the message is not translated, as are the two members below.
   */
  forms?: string[];
  isUnfinished?: boolean;
  /** The argument of a plural, unless it is `count`. */
  argument?: string;
  description?: string;
  /** The text of the source language, where the message has a place for it. */
  source?: string;
}

/** The child elements of a message in their order (ts.xsd of Qt 6). Other ones come behind them. */
const ORDER = [
  ...['location', 'source', 'oldsource', 'comment', 'oldcomment', 'extracomment', 'translatorcomment'],
  ...['translation', 'userdata', SOURCE_EXTRA, ARGUMENT_EXTRA],
];

/** The usual indentation of one level. */
const STEP = '    ';

export const qtTemplate: TemplateSupport<QtPlaces, QtTsTemplate> = {
  ...xmlEncoding,
  adapt: adaptQtTs,
  units: {
    texts: textsOfUnits((unit) => childElements(unit, 'translation')),
    singles: ['comment', 'oldcomment', 'oldsource', 'extracomment', 'translatorcomment', 'translation', 'userdata'],
  },
  read: readQtTsPlaces,
  open: (places, file) => new QtTsTemplate(places, file),
  texts: ({ entries }, template) => template.texts(entries),
};

/** The content of a TS file. */
interface QtPlaces extends UnitPlaces {
  lists: QtTsLists;
  messages: QtMessages;
}

function readQtTsPlaces(source: string, context: TemplateContext): QtPlaces {
  const lists = new QtTsLists(context.renamed);
  const reader = new QtTsReader(contextOf(context), (...message) => lists.add(...message));
  const { language } = reader.readText(source);
  const messages = new QtMessages(context, numerusOf(language ?? context.language));
  for (const { text, hasSource } of lists.messages) messages.add(text.entry, hasSource);
  lists.partsOf = (entry) => messages.partsOf(messages.toWrite(entry));
  return { source, root: lists.root(), layout: new XmlLayout(source, lists.messages[0]?.text, STEP), lists, messages };
}

/** What the messages of a file hold. */
class QtMessages {
  /** The keys of messages with numerus forms. */
  readonly numerus = new Set<string>();
  /** The keys of messages that hold the source text. */
  private readonly withSource = new Set<string>();

  constructor(
    private readonly context: TemplateContext,
    readonly forms: IndexedForms,
  ) {}

  add({ key, keyMeta }: ParsedEntry, hasSource: boolean): void {
    const isNumerus = keyMeta?.numerus === true;
    if (isNumerus) this.numerus.add(key);
    if (hasSource || (!isNumerus && this.isSourceInMessage(key))) this.withSource.add(key);
  }

  /** Whether it is the file of the source language. */
  get isSourceFile(): boolean {
    const { language, sourceLanguage, template } = this.context;
    return language === sourceLanguage && !template.isForeign;
  }

  /**
   * Returns a message as an export has it. In the file of the source language, one without a translation has its source
   * text.
   */
  toWrite(entry: ParsedEntry): EntryToWrite {
    const written = toWrite(entry);
    return this.isSourceFile && !written.value ? { ...written, value: written.source, meta: undefined } : written;
  }

  partsOf({ key, value, source, description, meta }: EntryToWrite): Parts {
    const forms = this.formsOf(key, value);
    const isTranslated = value !== undefined && value !== '';
    // An unfinished translation without a text is none.
    const isUnfinished = metaText(meta?.type) === 'unfinished' && forms.some((form) => form !== '');
    const argument = isPlural(value) && value.arg !== 'count' ? value.arg : undefined;
    return {
      description: description || undefined,
      source: this.withSource.has(key) ? textOf(source) : undefined,
      ...(isTranslated && { forms, argument, isUnfinished }),
    };
  }

  /**
   * Whether the `<source>` of a message is the source text, not its name, and no file of the source language has
   * others.
   */
  private isSourceInMessage(key: string): boolean {
    const { language, sourceLanguage, template } = this.context;
    const hasSourceFile = language === sourceLanguage || template.hasSource || template.isForeign;
    return splitKey(key).id !== undefined && !hasSourceFile;
  }

  /** Returns the numerus forms of a text, or the text alone. */
  formsOf(key: string, value: EntryToWrite['value'], warn: NumerusContext['warn'] = () => undefined): string[] {
    if (!this.numerus.has(key)) return [textOf(value) ?? ''];
    const context = { ...this.forms, warn };
    return numerusForms(toQtText(value, key, context), key, context);
  }
}

class QtTsTemplate extends UnitTemplate<Parts> {
  private readonly lists: QtTsLists;
  private readonly messages: QtMessages;

  constructor(places: QtPlaces, file: FileFacts) {
    super(places, file);
    this.lists = places.lists;
    this.messages = places.messages;
  }

  override holds(entry: EntryToWrite): boolean {
    return (Boolean(entry.value) || !this.messages.isSourceFile) && super.holds(entry);
  }

  /** The locations of a message may depend on messages that were removed or added before it. */
  complete(source: string): string {
    if (source === this.source || !this.lists.hasRelativeLocations) return source;
    const { messages, unused } = this.lists;
    const used = messages.map(({ text: { entry } }) => [entry.key, readLocations(entry.keyMeta?.locations)] as const);
    const wanted = byKey(used);
    const wantedUnused = byKey(unused.map(({ key, locations }) => [key, locations]));
    const edits = new XmlEdits(source, '');
    const editor = new LocationEditor(edits);
    const reader = new QtTsReader(contextOf(this.file), (element, entry, message) => {
      if (localName(element) !== 'message') return;
      editor.change(element, (entry ? wanted.get(entry.key) : wantedUnused.get(message?.key ?? ''))?.pop());
    });
    reader.readText(source);
    return edits.apply();
  }

  /** Other keys than ids consist of the context and the source, which are more than a name. */
  rename({ element: { text }, from, to }: Renaming): Replacement[] | undefined {
    const message = text && this.unitAt(text);
    if (!message || splitKey(from).id === undefined || splitKey(to).id === undefined) return undefined;
    return replaceAttribute(message, 'id', to, text.start);
  }

  listFor(key: string): UnitList {
    return this.lists.byContext.get(contextOfEntry(this.entryOf(key))) ?? this.root;
  }

  writeElements(list: UnitList, texts: readonly NewText[]): NewElement[] {
    const entries = texts.map(({ name }) => this.entryOf(name));
    if (entries.every((entry) => this.lists.byContext.get(contextOfEntry(entry)) === list)) {
      const lead = this.leadIn(list);
      return entries.map((entry) => this.newElement(this.writeMessage(lead, entry), [entry]));
    }
    const byContext = new Map<string, EntryToWrite[]>();
    for (const entry of entries) {
      const context = contextOfEntry(entry);
      const others = byContext.get(context);
      if (others) others.push(entry);
      else byContext.set(context, [entry]);
    }
    return Array.from(byContext, ([context, inContext]) => this.writeContext(context, inContext));
  }

  protected override leadIn(list: UnitList): string {
    return list === this.root && list.elements.length === 0 ? this.layout.newline : super.leadIn(list);
  }

  protected partsOf(entry: EntryToWrite): Parts {
    return this.messages.partsOf(entry);
  }

  protected rewrite(message: XmlElement, old: Parts, entry: EntryToWrite, edits: XmlEdits): void {
    const wanted = this.partsOf(entry);
    const { key, source } = entry;
    const setText = (name: string, text: string | undefined): void => this.setText(message, name, text, key, edits);
    if (old.description !== wanted.description) setText('extracomment', wanted.description);
    if (!isSameTranslation(old, wanted)) {
      for (const name of ['oldsource', 'oldcomment']) if (!metaText(entry.meta?.[name])) setText(name, undefined);
      this.rewriteTranslation(message, entry, wanted, edits);
    }
    if (wanted.forms && this.messages.numerus.has(key)) setText(ARGUMENT_EXTRA, wanted.argument);
    if (old.source === wanted.source) return;
    const written = splitKey(key).id === undefined ? undefined : sourceText(source);
    if (written !== undefined) setText('source', written);
    setText(SOURCE_EXTRA, textOf(source) === written ? undefined : textOf(source));
  }

  private rewriteTranslation(message: XmlElement, entry: EntryToWrite, wanted: Parts, edits: XmlEdits): void {
    const { key, value } = entry;
    const translation = childElement(message, 'translation');
    const type = wanted.forms && !wanted.isUnfinished ? undefined : 'unfinished';
    const forms = this.messages.formsOf(key, value, (warning) => this.file.warn(warning));
    if (!translation) {
      this.insert(message, 'translation', this.newTranslation(message, type, forms, key), edits);
      return;
    }
    const old = childElements(translation, 'numerusform');
    if (this.messages.numerus.has(key) && old.length !== forms.length) {
      edits.replace(translation, this.newTranslation(translation, type, forms, key));
      return;
    }
    edits.setAttribute(translation, 'type', type, key);
    const elements = this.messages.numerus.has(key) ? old : [translation];
    for (const [index, element] of elements.entries()) this.setVariants(element, forms[index] ?? '', key, edits);
  }

  /** @param sibling an element on whose place in its line the layout depends */
  private newTranslation(sibling: XmlElement, type: string | undefined, forms: readonly string[], key: string): string {
    const head = attributes([['type', type]], key);
    const write = (name: string, attributes: string, text = ''): string =>
      this.layout.quoted(writeVariants(name, attributes, text, key));
    if (!this.messages.numerus.has(key)) return write('translation', head, forms[0]);
    const lines = forms.map((form) => write('numerusform', '', form));
    return this.layout.write(leadOf(sibling.file, sibling.start), [`<translation${head}>`, ...lines], '</translation>');
  }

  private setVariants(element: XmlElement, text: string, key: string, edits: XmlEdits): void {
    if (readVariants(element) === text) return;
    edits.setAttribute(element, 'variants', hasVariants(text) ? 'yes' : undefined, key);
    edits.setContent(element, this.layout.content(text, writeContent(text, key), element, key));
  }

  /** Sets the text of a child element. Undefined removes the element. */
  private setText(message: XmlElement, name: string, text: string | undefined, key: string, edits: XmlEdits): void {
    const element = childElement(message, name);
    const content = text === undefined ? '' : this.layout.content(text, writeText(text, key), element, key);
    if (element && text === undefined) edits.remove(element);
    else if (element && readChildText(message, name) !== text) edits.setContent(element, content);
    else if (!element && text !== undefined) this.insert(message, name, `<${name}>${content}</${name}>`, edits);
  }

  /** Inserts a child element of a message in its place. */
  private insert(message: XmlElement, name: string, xml: string, edits: XmlEdits): void {
    const before = ORDER.slice(0, ORDER.indexOf(name));
    const children = childElements(message);
    const sibling = children.findLast((child) => before.includes(localName(child)));
    if (sibling) edits.insertBehind(sibling, xml);
    else if (children[0]) edits.insertBefore(children[0], xml);
    else edits.setContent(message, xml);
  }

  private writeMessage(lead: string, entry: EntryToWrite): string {
    const lines = writeMessage(entry, { ...this.messages.forms, warn: (warning) => this.file.warn(warning) });
    return this.layout.write(
      lead,
      lines.map((line) => this.layout.quoted(line)),
      '</message>',
    );
  }

  private writeContext(name: string, entries: readonly EntryToWrite[]): NewElement {
    const outer = this.leadIn(this.root);
    const lead = outer && outer + (this.layout.step ?? STEP);
    const head = this.layout.write(outer, ['<context>', `<name>${writeText(name, name)}</name>`], '');
    const messages = entries.map((entry) => lead + this.writeMessage(lead, entry));
    return this.newElement(`${head.trimEnd()}${messages.join('')}${outer}</context>`, entries);
  }

  private newElement(xml: string, entries: readonly EntryToWrite[]): NewElement {
    return { source: withLineEnds(xml, this.layout.newline), names: entries.map(({ key }) => key) };
  }
}

/** Returns the locations of the messages of each key, the last ones first. */
function byKey(
  messages: Iterable<readonly [key: string, locations: readonly Location[]]>,
): Map<string, (readonly Location[])[]> {
  const found = new Map<string, (readonly Location[])[]>();
  for (const [key, locations] of [...messages].reverse()) groupOf(found, key).push(locations);
  return found;
}

/** Returns a plural as its message. */
const textOf = (text: EntryToWrite['value']): string | undefined => (isPlural(text) ? toIcuMessage(text) : text);

const isSameTranslation = (one: Parts, other: Parts): boolean =>
  JSON.stringify([one.forms, one.isUnfinished]) === JSON.stringify([other.forms, other.isUnfinished]);
