import { referencesIn } from '../fluent/fluent-references';
import type { FileToWrite, FormatCodec, TextsOfFile } from '../model/codec';
import type { EntryToWrite, Value } from '../model/entry';
import { isI18nextText } from '../text/messages/i18next-text';
import { isFluentText } from '../text/placeholders/fluent-syntax';
import type { FileTemplate, TemplateList } from './file-template';

/**
 * Writes the texts of entries in the syntax of the format.
 *
 * @param all the entries of the file, which decide the syntax of a text that two formats would read differently
 */
export function translateEntries(
  codec: FormatCodec,
  entries: readonly EntryToWrite[],
  { all, template, warn }: { all: readonly EntryToWrite[]; template?: FileTemplate } & Pick<FileToWrite, 'warn'>,
): readonly EntryToWrite[] {
  if (!codec.translate) return entries;
  const texts = new FileTexts(all, template);
  return entries.map((entry) => {
    const { key, value } = entry;
    if (value === undefined) return entry;
    const translated = codec.translate?.(value, texts.of(key, value), (code, detail) => warn({ code, detail, key }));
    return translated === undefined || translated === value ? entry : { ...entry, value: translated };
  });
}

/** Writes the texts of entries that arrive one by one. The other texts of the file are not known. */
export function* translateEach(
  codec: FormatCodec,
  entries: Iterable<EntryToWrite>,
  { warn }: Pick<FileToWrite, 'warn'>,
): Generator<EntryToWrite> {
  for (const entry of entries) yield* translateEntries(codec, [entry], { all: [], warn });
}

/** The facts about texts that follow from the other texts of their file. Each fact is computed when it is first read. */
class FileTexts {
  private keys: ReadonlySet<string> | undefined;
  private readonly syntaxes = new Map<(text: string) => boolean, boolean>();
  private referenced: ReadonlySet<string> | undefined;
  private own: ReadonlyMap<string, string | null> | undefined;

  constructor(
    private readonly all: readonly EntryToWrite[],
    private readonly template: FileTemplate | undefined,
  ) {}

  of(key: string, value: EntryToWrite['value']): TextsOfFile {
    const parent = key.slice(0, key.lastIndexOf('.') + 1);
    const isMessage = (name: string): boolean => this.isMessage(name) || this.isKey(parent + name);
    const has = (isOne: (text: string) => boolean): boolean => this.hasText(isOne);
    const isKept = (): boolean => this.isKept(key, value);
    return {
      isMessage,
      get hasFluent() {
        return has(isFluentText);
      },
      get hasI18next() {
        return has(isI18nextText);
      },
      get isKept() {
        return isKept();
      },
    };
  }

  private isKept(key: string, value: EntryToWrite['value']): boolean {
    const { template } = this;
    if (!template || typeof value !== 'string') return false;
    if (template.values) return template.values.get(key) === value;
    this.own ??= new Map(textsOf(template.root));
    return this.own.get(key) === value;
  }

  /** Whether a text of the file is one of another syntax. */
  private hasText(isOne: (text: string) => boolean): boolean {
    const known = this.syntaxes.get(isOne);
    if (known !== undefined) return known;
    const found = this.all.some(({ value }) => formsOf(value).some(isOne));
    this.syntaxes.set(isOne, found);
    return found;
  }

  private isMessage(name: string): boolean {
    this.referenced ??= new Set([...(this.template?.values?.values() ?? [])].flatMap(formsOf).flatMap(referencesIn));
    return this.isKey(name) || this.referenced.has(name);
  }

  private isKey(name: string): boolean {
    this.keys ??= new Set(this.all.map(({ key }) => key));
    return this.keys.has(name);
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
