import { referencesIn } from '../fluent/fluent-references';
import type { FileFacts, FileToWrite, FormatCodec, TextsOfFile } from '../model/codec';
import type { EntryToWrite, Value } from '../model/entry';
import { FormatError } from '../model/format-errors';
import type { Plural } from '../model/plural';
import { toOwnForms } from '../text/messages/convert-message';
import { isI18nextText } from '../text/messages/i18next-text';
import { isFluentText } from '../text/placeholders/fluent-syntax';
import { foreignStyle } from '../text/placeholders/foreign-arguments';
import { hasArgumentStyle } from '../text/placeholders/own-arguments';
import type { PlaceholderStyle } from '../text/placeholders/placeholder';
import type { FileTemplate, TemplateList } from './file-template';
import { readTemplateEntries } from './template-entries';

/** Returns whether texts of a project may have another syntax than files of the format. */
export const translates = (codec: FormatCodec): boolean => codec.translate !== undefined || codec.plurals === 'native';

/**
 * Writes the texts of entries in the syntax of the format.
 *
 * @param all the entries of the file, which decide the syntax of a text that two formats would read differently
 */
export function translateEntries(
  codec: FormatCodec,
  entries: readonly EntryToWrite[],
  { all, template, file }: { all: readonly EntryToWrite[]; template?: FileTemplate; file: FileFacts },
): readonly EntryToWrite[] {
  if (!translates(codec)) return entries;
  const texts = new FileTexts(all, template);
  const plurals = new TemplatePlurals(codec, file, template);
  return entries.map((entry) => translateEntry(codec, entry, { texts, plurals, warn: file.warn }));
}

/** Writes the texts of entries that arrive one by one. The other texts of the file are not known. */
export function* translateEach(
  codec: FormatCodec,
  entries: Iterable<EntryToWrite>,
  { warn }: Pick<FileToWrite, 'warn'>,
): Generator<EntryToWrite> {
  const texts = new FileTexts([], undefined);
  for (const entry of entries) yield translateEntry(codec, entry, { texts, warn });
}

interface EntryContext {
  texts: FileTexts;
  /** The plurals of the imported file, whose layout the file has. */
  plurals?: TemplatePlurals;
  warn: FileToWrite['warn'];
}

function translateEntry(codec: FormatCodec, given: EntryToWrite, { texts, plurals, warn }: EntryContext): EntryToWrite {
  const { key } = given;
  const warnOfKey = (code: string, detail: string): void => warn({ code, detail, key });
  const entry = hasForeign(given) ? withOwnForms(codec, given, plurals, warnOfKey) : given;
  const { value } = entry;
  if (value === undefined || !codec.translate) return entry;
  const translated = codec.translate(value, new TextOfFile(texts, key, value), warnOfKey);
  return translated === value ? entry : { ...entry, value: translated };
}

type WrittenValue = EntryToWrite['value'];

const isForeign = (value: WrittenValue): boolean => typeof value === 'object' && value.foreign !== undefined;

function hasForeign({ value, source, values }: EntryToWrite): boolean {
  if (isForeign(value) || isForeign(source)) return true;
  if (values) for (const each of values.values()) if (isForeign(each)) return true;
  return false;
}

/**
 * Writes the arguments that other formats have in plurals, unless a file of the format had the plural with them, or
 * plurals of the imported file have arguments in the same style.
 */
function withOwnForms(
  codec: FormatCodec,
  entry: EntryToWrite,
  plurals: TemplatePlurals | undefined,
  warn: (code: string, detail: string) => void,
): EntryToWrite {
  const stays = (style: PlaceholderStyle): boolean =>
    hasArgumentStyle(entry, style) || plurals?.haveStyle(style) === true;
  const toOwn = (value: string | Plural): string | Plural =>
    typeof value === 'string' || !value.foreign || stays(value.foreign.style) ? value : toOwnForms(value, codec, warn);
  const { value, source, values } = entry;
  const own = { ...entry };
  if (value !== undefined) own.value = toOwn(value);
  if (source !== undefined) own.source = source === value ? own.value : toOwn(source);
  if (values) own.values = new Map(Array.from(values, ([language, each]) => [language, toOwn(each)]));
  return own;
}

/**
 * The facts about texts that follow from the other texts of their file. Each fact is computed when it is first read.
 */
class FileTexts {
  private keys: ReadonlySet<string> | undefined;
  private readonly syntaxes = new Map<(text: string) => boolean, boolean>();
  private referenced: ReadonlySet<string> | undefined;
  private own: ReadonlyMap<string, string | null> | undefined;

  constructor(
    private readonly all: readonly EntryToWrite[],
    private readonly template: FileTemplate | undefined,
  ) {}

  /** Whether the template has a text as the project has it. */
  isKept(key: string, value: EntryToWrite['value']): boolean {
    const { template } = this;
    if (!template || typeof value !== 'string') return false;
    if (template.values) return template.values.get(key) === value;
    this.own ??= new Map(textsOf(template.root));
    return this.own.get(key) === value;
  }

  /** Whether a text of the file is one of another syntax. */
  hasText(isOne: (text: string) => boolean): boolean {
    const known = this.syntaxes.get(isOne);
    if (known !== undefined) return known;
    const found = this.all.some(({ value }) => formsOf(value).some(isOne));
    this.syntaxes.set(isOne, found);
    return found;
  }

  isMessage(name: string): boolean {
    this.referenced ??= new Set([...(this.template?.values?.values() ?? [])].flatMap(formsOf).flatMap(referencesIn));
    return this.isKey(name) || this.referenced.has(name);
  }

  isKey(name: string): boolean {
    this.keys ??= new Set(this.all.map(({ key }) => key));
    return this.keys.has(name);
  }
}

/** A text of a file. */
class TextOfFile implements TextsOfFile {
  constructor(
    private readonly texts: FileTexts,
    private readonly key: string,
    private readonly value: EntryToWrite['value'],
  ) {}

  isMessage(name: string): boolean {
    const parent = this.key.slice(0, this.key.lastIndexOf('.') + 1);
    return this.texts.isMessage(name) || this.texts.isKey(parent + name);
  }

  get hasFluent(): boolean {
    return this.texts.hasText(isFluentText);
  }

  get hasI18next(): boolean {
    return this.texts.hasText(isI18nextText);
  }

  get isKept(): boolean {
    return this.texts.isKept(this.key, this.value);
  }
}

/** The plurals of a template. It is read once more for them, when they are needed first, if it does not list them. */
class TemplatePlurals {
  private styles: ReadonlySet<PlaceholderStyle | undefined> | undefined;

  constructor(
    private readonly codec: FormatCodec,
    private readonly file: FileFacts,
    private readonly template: FileTemplate | undefined,
  ) {}

  /** Returns whether one of them certainly has arguments in another style than the format has. */
  haveStyle(style: PlaceholderStyle): boolean {
    this.styles ??= new Set(this.readStyles());
    return this.styles.has(style);
  }

  private values(): Iterable<Value | undefined> {
    const { codec, file, template } = this;
    const listed = template?.values?.values() ?? template?.listValues?.();
    return listed ?? readTemplateEntries(codec, file).map(({ value }) => value);
  }

  private readStyles(): (PlaceholderStyle | undefined)[] {
    const { syntax } = this.codec;
    if (!this.file.template || syntax === undefined) return [];
    try {
      return Array.from(this.values(), (value) =>
        typeof value === 'object' && value ? foreignStyle(value, syntax) : undefined,
      );
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return [];
    }
  }
}

function formsOf(value: Value | undefined): string[] {
  if (typeof value === 'string') return [value];
  return value ? [...value.exact.values(), ...value.forms.values()] : [];
}

function* textsOf({ elements }: TemplateList): Generator<[name: string, value: string | null]> {
  for (const { text, list } of elements) {
    if (text) yield [text.name, text.value];
    if (list) yield* textsOf(list);
  }
}
