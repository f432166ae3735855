import type { FileFacts, FormatCodec } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { readTemplateEntries } from './template-entries';
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
    this.read ??= this.readTemplate();
    const own = valueOf(entry, this.read);
    if (!own) return entry;
    return {
      ...entry,
      ...(hasDescription && { description: own.description }),
      ...(hasSource && { source: own.source }),
      ...(hasText && { value: own.value }),
    };
  }

  private readTemplate(): ReadonlyMap<string, OwnTexts> {
    const own = new Map<string, OwnTexts>();
    for (const { key, description, source, value } of readTemplateEntries(this.codec, this.file)) {
      const earlier = own.get(key);
      own.set(key, {
        description: earlier?.description ?? description,
        source: earlier?.source ?? source ?? undefined,
        value: value ?? earlier?.value,
      });
    }
    return own;
  }
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
  digest !== undefined && digest === digestOf(typeof text === 'object' ? text.message : text);
