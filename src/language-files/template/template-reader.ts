import { isAscii } from 'node:buffer';
import type {
  FileFacts,
  FileToWrite,
  FormatCodec,
  ReadTemplate,
  TemplatePlaces,
  TemplateContext,
  TemplateFile,
  TemplateSupport,
  TextTemplates,
} from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { Plural } from '../model/plural';
import { type DecodedFile, decodeWithEncoding, encodeText, encodingOfAscii } from '../text/text-encoding';
import { FormatError } from '../model/format-errors';
import type { OrderedText } from './additions';
import { type FileTemplate, TemplateMisfitError } from './file-template';
import { PluralQuestions } from './plural-questions';
import { renameEntries } from './rename-entries';
import { textsOf } from './rewrite-template';
import { type KeptTemplate, type TemplateCache, templateKey } from './template-cache';
import { templateBytes } from './template-memory';

/** A file to write, whose entries may be iterated several times. */
export interface ListedFile extends FileToWrite {
  entries: readonly EntryToWrite[];
}

/** A template for one file, and what makes the file of its text. */
interface OpenTemplate {
  template: FileTemplate;
  encode: (text: string) => Uint8Array | undefined;
  /** The reader has prepared this template. */
  isPrepared: boolean;
}

/** A file with a template. */
export type FileOfTemplate = FileFacts & { template: TemplateFile };

/** Reads the templates of a file, or takes them from a cache. */
export class TemplateReader {
  /** The templates that were read for the file, by their bytes. */
  private readonly found = new Map<Uint8Array, KeptTemplate>();
  /** The template that was opened before the entries were known. */
  private prepared?: { template: FileTemplate; read: TemplatePlaces };
  /** Receives the warnings of the open template. */
  private warn: FileToWrite['warn'] = () => undefined;

  constructor(
    private readonly codecId: FormatCodec['id'],
    private readonly support: TemplateSupport,
    private readonly file: FileOfTemplate,
    private readonly cache?: TemplateCache,
  ) {}

  /** Opens the template before the entries are known. Its errors are thrown when it is opened for them. */
  prepare(): void {
    const { bytes, isForeign } = this.file.template;
    try {
      const { read } = this.read(bytes, isForeign);
      this.prepared = { template: this.openFor(read), read };
    } catch (error) {
      if (!isUnusable(error)) throw error;
    }
  }

  /**
   * Returns whether the template that was prepared holds an entry. An error in the entry is thrown when its texts
   * are read.
   */
  holds(entry: EntryToWrite): boolean {
    try {
      return this.prepared?.template.holds?.(entry) ?? false;
    } catch (error) {
      if (!isUnusable(error)) throw error;
      return false;
    }
  }

  /**
   * @param renamed entries with their earlier keys
   * @throws FormatError, TemplateMisfitError for a file that cannot be a template
   */
  open(file: ListedFile, renamed: ReadonlyMap<EntryToWrite, readonly string[]>): OpenTemplate {
    const { bytes, isForeign } = this.file.template;
    const { read, encode } = this.read(bytes, isForeign, pluralsOf(file));
    const { prepared } = this;
    this.prepared = undefined;
    this.warn = (warning) => file.warn(warning);
    const isPrepared = prepared?.read === read;
    const template = isPrepared ? prepared.template : this.openFor(read);
    const renaming = renameEntries(template, renamed);
    const renamedBytes = renaming && encode(renaming.source, bytes);
    if (!renamedBytes) return { template, encode: (text) => encode(text, bytes), isPrepared };
    const context = { ...this.contextOf(isForeign), isPlural: pluralsOf(file), renamed: renaming.keys };
    const { read: places, encode: encodeRenamed } = readFile(this.support, renamedBytes, context);
    return {
      template: this.openFor(places),
      encode: (text) => encodeRenamed(text, renamedBytes),
      isPrepared: false,
    };
  }

  /**
   * Returns the texts in the file of the source language.
   *
   * @throws FormatError, TemplateMisfitError as `open` does
   */
  readOrder(file: ListedFile): readonly OrderedText[] {
    const { source } = this.file.template;
    if (!source) return [];
    const { root } = this.openFor(this.read(source, true, pluralsOf(file)).read);
    return [...textsOf(root)];
  }

  private openFor(read: TemplatePlaces): FileTemplate {
    const warn: FileToWrite['warn'] = (warning) => this.warn(warning);
    if (!this.support.open) return read as FileTemplate;
    return this.support.open(read, { ...this.file, warn }, { places: () => this.readSource() });
  }

  /** Reads the file of the source language. @returns undefined if there is none that can be a template */
  private readSource(): TemplatePlaces | undefined {
    const { source } = this.file.template;
    try {
      return source && this.read(source, true).read;
    } catch (error) {
      if (!isUnusable(error)) throw error;
      return undefined;
    }
  }

  private read(
    bytes: Uint8Array,
    isForeign: boolean,
    isPlural: TemplateContext['isPlural'] = () => true,
  ): ReadTemplate {
    const context = this.contextOf(isForeign);
    const key = this.cache && !this.found.has(bytes) ? templateKey(this.codecId, bytes, context) : '';
    const known = this.found.get(bytes) ?? this.cache?.get(key);
    const template =
      known && fits(known, isPlural) ? known : readTemplate(this.support, bytes, { ...context, isPlural });
    if (template !== known) this.cache?.set(key, template, templateBytes(this.codecId, template.read));
    this.found.set(bytes, template);
    return template;
  }

  private contextOf(isForeign: boolean): Omit<TemplateContext, 'isPlural'> {
    const { language, languages, sourceLanguage, projectName, meta, template } = this.file;
    const { keySeparator, columns, source } = template;
    const options = { keySeparator, columns, isForeign, hasSource: source !== undefined };
    return { language, languages, sourceLanguage, projectName, meta, template: options };
  }
}

/** Whether an error says that a file cannot be a template. */
export const isUnusable = (error: unknown): boolean =>
  error instanceof FormatError || error instanceof TemplateMisfitError;

/** Whether what was read of a template can be used, for a file with these plurals. */
const fits = ({ read, plurals }: KeptTemplate, isPlural: TemplateContext['isPlural']): boolean =>
  !read.isUsedUp && plurals.haveAnswersOf(isPlural);

function pluralsOf({ entries }: ListedFile): TemplateContext['isPlural'] {
  let plurals: Map<string, Plural> | undefined;
  return (key, like) => {
    plurals ??= new Map(entries.flatMap(({ key, value }) => (typeof value === 'object' ? [[key, value]] : [])));
    const found = plurals.get(key);
    return found !== undefined && (!like || (found.type === like.type && found.arg === like.arg));
  };
}

function readTemplate(support: TemplateSupport, bytes: Uint8Array, context: TemplateContext): KeptTemplate {
  const plurals = new PluralQuestions(context.isPlural);
  const isPlural: TemplateContext['isPlural'] = (key, like) => plurals.ask(key, like);
  const template = readFile(support, bytes, { ...context, isPlural });
  plurals.end();
  return { ...template, plurals };
}

export function readFile(support: TemplateSupport, bytes: Uint8Array, context: TemplateContext): ReadTemplate {
  if ('readContainer' in support) return support.readContainer(bytes, context);
  const declared = (head: string): string | undefined => support.declaredEncoding?.(head);
  const { text, ...encoding } = decodeWithEncoding(bytes, declared);
  if (support.declareUtf8 && encoding.label === 'utf-8' && isAscii(bytes)) {
    encoding.label = encodingOfAscii(bytes, declared);
  }
  const source = context.template.isForeign && support.adapt ? support.adapt(text, context) : text;
  return {
    read: support.read(source, context),
    encode: (rewritten, original) => (rewritten === text ? original : encodeRewritten(support, rewritten, encoding)),
  };
}

/** Encodes a text as the template was, or else in UTF-8, if the format can say so or needs no declaration. */
function encodeRewritten(
  support: TextTemplates,
  text: string,
  encoding: Omit<DecodedFile, 'text'>,
): Uint8Array | undefined {
  const utf8 = { mark: [], label: 'utf-8' };
  const bytes = encodeText(text, encoding);
  if (bytes) return bytes;
  if (support.declareUtf8) return encodeText(support.declareUtf8(text), utf8);
  const escaped = support.escapeOthers?.(text);
  return escaped === undefined ? undefined : (encodeText(escaped, encoding) ?? encodeText(escaped, utf8));
}
