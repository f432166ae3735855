import type { FileToWrite, FormatCodec, TemplateFile, TemplateSupport } from '../model/codec';
import type { EntryToWrite, Value } from '../model/entry';
import { FormatError } from '../model/format-errors';
import { toMessage } from '../text/messages/convert-message';
import { type DecodedFile, decodeWithEncoding, encodeText } from '../text/text-encoding';
import { type FileTemplate, TemplateMisfitError } from './file-template';
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
  const omitsMissing = template.omitsMissing && !codec.bilingual && !codec.multilingual;
  const present = omitsMissing ? entries.filter(({ value }) => value !== undefined) : entries;
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
  { bytes, source, isForeign }: TemplateFile,
  file: FileToWrite,
  all: readonly EntryToWrite[],
): Uint8Array | undefined {
  const decoded = tryTemplate(() => decodeTemplate(support, bytes, isForeign, file));
  if (!decoded) return undefined;
  const { template, ...encoding } = decoded;
  const order = source && tryTemplate(() => namesOf(decodeTemplate(support, source, true, file).template));
  const wanted = new Map<string, string | undefined>(all.map(({ key }) => [key, undefined]));
  const unchanged = unchangedKeys(template, file.entries);
  const rewritten = tryTemplate(() => {
    for (const [name, value, key = name] of support.texts(file, template)) {
      if (!unchanged.has(key)) wanted.set(name, value);
    }
    return rewriteTemplate(template, wanted, { order, unchanged });
  });
  return rewritten === undefined ? undefined : encodeText(rewritten, encoding);
}

/** Returns the keys for which an import of the template finds the texts of the entries. */
function unchangedKeys({ values }: FileTemplate, entries: Iterable<EntryToWrite>): Set<string> {
  const unchanged = new Set<string>();
  if (!values) return unchanged;
  for (const { key, value } of entries) {
    const message = typeof value === 'object' ? value.message : value;
    if (message !== undefined && message === messageOf(values.get(key))) unchanged.add(key);
  }
  return unchanged;
}

const messageOf = (value: Value | undefined): string | null | undefined =>
  value === undefined ? undefined : toMessage(value, { warn: () => undefined });

function decodeTemplate(
  support: TemplateSupport,
  bytes: Uint8Array,
  isForeign: boolean,
  file: FileToWrite,
): Omit<DecodedFile, 'text'> & { template: FileTemplate } {
  const { text, ...encoding } = decodeWithEncoding(bytes, (head) => support.declaredEncoding?.(head));
  const source = isForeign && support.adapt ? support.adapt(text, file) : text;
  return { template: support.read(source, file), ...encoding };
}

const namesOf = ({ root }: FileTemplate): string[] => Array.from(textsOf(root), ({ name }) => name);

/** Returns undefined if the template cannot be used. It was read by an import, perhaps by that of an earlier version. */
function tryTemplate<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof TemplateMisfitError || error instanceof FormatError) return undefined;
    throw error;
  }
}
