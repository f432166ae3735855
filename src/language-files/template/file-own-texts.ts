import type { FileFacts, FormatCodec } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { readTemplateEntries, type SettingsOfFile } from './template-entries';
import { digestOf, type TemplateDifferences } from './template-differences';

type OwnTexts = Pick<EntryToWrite, 'description' | 'source' | 'value'>;

/**
 * Gives entries the descriptions, source texts and texts that their template has, unless the project has newer ones.
 */
export class FileOwnTexts {
  private readonly descriptions: ReadonlyMap<string, number>;
  private readonly sources: ReadonlyMap<string, number>;
  private readonly texts: ReadonlyMap<string, number>;
  private read?: ReadonlyMap<string, OwnTexts>;

  constructor(
    private readonly codec: FormatCodec,
    private readonly file: FileFacts,
    { descriptions, sources, texts }: TemplateDifferences = {},
  ) {
    this.descriptions = new Map(descriptions);
    this.sources = new Map(sources);
    this.texts = new Map(texts);
  }

  private get isTarget(): boolean {
    return this.file.language !== this.file.sourceLanguage;
  }

  of(entry: EntryToWrite): EntryToWrite {
    const { description, source, firstSource, value } = entry;
    const hasDescription = isSame(valueOf(entry, this.descriptions), description);
    const hasSource = isSame(valueOf(entry, this.sources), source) || (this.isTarget && isSame(firstSource, source));
    const hasText = isSame(valueOf(entry, this.texts), value);
    if (!hasDescription && !hasSource && !hasText) return entry;
    this.read ??= readOwnTexts(this.codec, this.file);
    const own = valueOf(entry, this.read);
    if (!own) return entry;
    return {
      ...entry,
      ...(hasDescription && { description: own.description }),
      ...(hasSource && { source: own.source }),
      ...(hasText && { value: own.value }),
    };
  }
}

/** Returns what a file has of each key. @param bytes Default: the template */
function readOwnTexts(codec: FormatCodec, file: SettingsOfFile, bytes?: Uint8Array): ReadonlyMap<string, OwnTexts> {
  const own = new Map<string, OwnTexts>();
  for (const { key, description, source, value } of readTemplateEntries(codec, file, { bytes })) {
    const earlier = own.get(key);
    own.set(key, {
      description: earlier?.description ?? description,
      source: earlier?.source ?? source ?? undefined,
      value: value ?? earlier?.value,
    });
  }
  return own;
}

/** The keys of a file that have other descriptions than in its earlier version, and those that have other source texts. */
export interface ChangedOwnTexts {
  descriptions: string[];
  sources: string[];
}

/** @throws FormatError */
export function changedOwnTexts(
  codec: FormatCodec,
  settings: SettingsOfFile,
  { base, file }: Record<'base' | 'file', Uint8Array>,
): ChangedOwnTexts {
  const before = readOwnTexts(codec, settings, base);
  const after = [...readOwnTexts(codec, settings, file)];
  const keysOf = (part: 'description' | 'source'): string[] =>
    after.filter(([key, own]) => digestOfText(own[part]) !== digestOfText(before.get(key)?.[part])).map(([key]) => key);
  return { descriptions: keysOf('description'), sources: keysOf('source') };
}

/** Returns what the file has under the key of an entry, or else under an earlier one. */
function valueOf<T>({ key, earlierKeys }: EntryToWrite, values: ReadonlyMap<string, T>): T | undefined {
  if (values.size === 0) return undefined;
  const value = values.get(key);
  if (value !== undefined || !earlierKeys) return value;
  const name = earlierKeys.find((each) => values.has(each));
  return name === undefined ? undefined : values.get(name);
}

const isSame = (digest: number | undefined, text: EntryToWrite['source']): boolean =>
  digest !== undefined && digest === digestOfText(text);

const digestOfText = (text: EntryToWrite['source']): number => digestOf(typeof text === 'object' ? text.message : text);
