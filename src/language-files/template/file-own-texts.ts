import type { FileFacts, FormatCodec } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { readTemplateEntries } from './template-entries';
import { digestOf, type TemplateDifferences } from './template-differences';

/**
 * Gives entries the descriptions and source texts that their template has, unless the project has newer ones.
 */
export class FileOwnTexts {
  private readonly descriptions: ReadonlyMap<string, number>;
  private readonly sources: ReadonlyMap<string, number>;
  private read?: ReadonlyMap<string, Pick<EntryToWrite, 'description' | 'source'>>;

  constructor(
    private readonly codec: FormatCodec,
    private readonly file: FileFacts,
    { descriptions, sources }: TemplateDifferences = {},
  ) {
    this.descriptions = new Map(descriptions);
    this.sources = new Map(sources);
  }

  private get isTarget(): boolean {
    return this.file.language !== this.file.sourceLanguage;
  }

  of(entry: EntryToWrite): EntryToWrite {
    const { description, source, firstSource } = entry;
    const hasDescription = isSame(valueOf(entry, this.descriptions), description);
    const hasSource = isSame(valueOf(entry, this.sources), source) || (this.isTarget && isSame(firstSource, source));
    if (!hasDescription && !hasSource) return entry;
    this.read ??= this.readTemplate();
    const own = valueOf(entry, this.read);
    if (!own) return entry;
    return {
      ...entry,
      ...(hasDescription && { description: own.description }),
      ...(hasSource && { source: own.source }),
    };
  }

  private readTemplate(): ReadonlyMap<string, Pick<EntryToWrite, 'description' | 'source'>> {
    const own = new Map<string, Pick<EntryToWrite, 'description' | 'source'>>();
    for (const { key, description, source } of readTemplateEntries(this.codec, this.file)) {
      const earlier = own.get(key);
      own.set(key, {
        description: earlier?.description ?? description,
        source: earlier?.source ?? source ?? undefined,
      });
    }
    return own;
  }
}

/** Returns what the file has under the key of an entry, or else under an earlier one. */
function valueOf<T>({ key, earlierKeys = [] }: EntryToWrite, values: ReadonlyMap<string, T>): T | undefined {
  const name = [key, ...earlierKeys].find((each) => values.has(each));
  return name === undefined ? undefined : values.get(name);
}

const isSame = (digest: number | undefined, text: EntryToWrite['source']): boolean =>
  digest !== undefined && digest === digestOf(typeof text === 'object' ? text.message : text);
