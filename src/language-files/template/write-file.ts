import type { FileToWrite, FormatCodec, TemplateFile, TemplateSupport } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { FormatError } from '../model/format-errors';
import { decodeWithEncoding, encodeText } from '../text/text-encoding';
import { TemplateMisfitError } from './file-template';
import { rewriteTemplate, textsOf } from './rewrite-template';

/** The code of the warning about a file that is not written in the layout of its template. */
export const TEMPLATE_MISFIT = 'template_misfit';

/**
 * Writes a file in the layout of its template. Without one, or where a text has no place in it, the layout is canonical; the
 * latter is a warning.
 *
 * @throws UnwritableTextError, PluralConflictError as `FormatCodec.serialize` does
 */
export function* writeFile(codec: FormatCodec, file: FileToWrite): Generator<string | Uint8Array, void> {
  const { template } = file;
  if (!template || !codec.template) {
    yield* codec.serialize(file);
    return;
  }
  const entries = [...file.entries];
  const present = template.omitsMissing ? entries.filter(({ value }) => value !== undefined) : entries;
  const rewritten = rewriteFile(codec.template, template, { ...file, entries: present }, entries);
  if (rewritten) {
    yield rewritten;
    return;
  }
  file.warn({ code: TEMPLATE_MISFIT, detail: 'the imported file has no place for a text; the layout is canonical' });
  yield* codec.serialize({ ...file, entries: present });
}

/** Returns undefined if the template cannot hold the texts. */
function rewriteFile(
  support: TemplateSupport,
  { bytes, source }: TemplateFile,
  file: FileToWrite,
  all: readonly EntryToWrite[],
): Uint8Array | undefined {
  try {
    const { text, ...encoding } = decodeWithEncoding(bytes);
    const wanted = new Map<string, string | undefined>(all.map(({ key }) => [key, undefined]));
    for (const [name, value] of support.texts(file)) wanted.set(name, value);
    const order = source && Array.from(textsOf(support.read(decodeWithEncoding(source).text).root), ({ name }) => name);
    return encodeText(rewriteTemplate(support.read(text), wanted, order), encoding);
  } catch (error) {
    // The file was read by an import, perhaps by that of an earlier version.
    if (error instanceof TemplateMisfitError || (error instanceof FormatError && error.code === 'malformed_file'))
      return;
    throw error;
  }
}
