import type {
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
import { type DecodedFile, decodeWithEncoding, encodeText } from '../text/text-encoding';
import type { FileTemplate } from './file-template';
import { textsOf } from './rewrite-template';
import { type TemplateCache, templateKey } from './template-cache';

/** A file to write, whose entries may be iterated several times. */
export interface ListedFile extends FileToWrite {
  entries: readonly EntryToWrite[];
}

/** A template for one file, and what makes the file of its text. */
interface OpenTemplate {
  template: FileTemplate;
  encode: (text: string) => Uint8Array | undefined;
}

/** Reads the templates of a file, or takes them from a cache. */
export class TemplateReader {
  constructor(
    private readonly codecId: FormatCodec['id'],
    private readonly support: TemplateSupport,
    private readonly file: TemplateFile,
    private readonly cache?: TemplateCache,
  ) {}

  /** @throws FormatError, TemplateMisfitError for a file that cannot be a template */
  open(file: ListedFile): OpenTemplate {
    const { bytes, isForeign } = this.file;
    const { read, encode } = this.read(bytes, isForeign, file);
    return { template: this.openFor(file, read), encode: (text) => encode(text, bytes) };
  }

  /**
   * Returns the names of the texts in the file of the source language.
   *
   * @throws FormatError, TemplateMisfitError as `open` does
   */
  readOrder(file: ListedFile): readonly string[] {
    const { source } = this.file;
    if (!source) return [];
    const { root } = this.openFor(file, this.read(source, true, file).read);
    return Array.from(textsOf(root), ({ name }) => name);
  }

  private openFor(file: ListedFile, read: TemplatePlaces): FileTemplate {
    return this.support.open ? this.support.open(read, file) : (read as FileTemplate);
  }

  private read(bytes: Uint8Array, isForeign: boolean, file: ListedFile): ReadTemplate {
    const context = this.contextOf(file, isForeign);
    if (!this.cache) return readTemplate(this.support, bytes, context);
    const key = templateKey(this.codecId, bytes, context);
    const known = this.cache.get(key);
    if (known) return known;
    const read = readTemplate(this.support, bytes, context);
    this.cache.set(key, read);
    return read;
  }

  private contextOf(file: ListedFile, isForeign: boolean): TemplateContext {
    const { keySeparator, columns, source } = this.file;
    const plurals = new Map<string, Pick<Plural, 'type' | 'arg'>>();
    for (const { key, value } of file.entries) {
      if (typeof value === 'object') plurals.set(key, { type: value.type, arg: value.arg });
    }
    const { language, languages, sourceLanguage, projectName, meta } = file;
    const template = { keySeparator, columns, isForeign, hasSource: source !== undefined };
    return { language, languages, sourceLanguage, projectName, meta, template, plurals };
  }
}

function readTemplate(support: TemplateSupport, bytes: Uint8Array, context: TemplateContext): ReadTemplate {
  if ('readContainer' in support) return support.readContainer(bytes, context);
  const { text, ...encoding } = decodeWithEncoding(bytes, (head) => support.declaredEncoding?.(head));
  const source = context.template.isForeign && support.adapt ? support.adapt(text, context) : text;
  return {
    read: support.read(source, context),
    encode: (rewritten, original) => (rewritten === text ? original : encodeRewritten(support, rewritten, encoding)),
  };
}

/** Encodes a text as the template was, or else in UTF-8 where the file can say so. */
function encodeRewritten(
  { encodable }: TextTemplates,
  text: string,
  encoding: Omit<DecodedFile, 'text'>,
): Uint8Array | undefined {
  const bytes = encodeText(text, encoding);
  if (bytes || !encodable) return bytes;
  const other = encodable(text);
  return encodeText(other, encoding) ?? encodeText(other, { mark: [], label: 'utf-8' });
}
