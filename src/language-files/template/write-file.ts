import type { FileToWrite, FormatCodec } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { createDeferredWarnings, deferWarning, forwardWarnings } from '../model/deferred-warnings';
import { FormatError } from '../model/format-errors';
import { hasText, isPresent } from '../model/present-entries';
import { isUnwritable, isUnwritableError } from '../model/left-out';
import type { Warning } from '../model/warnings';
import type { Plural, PluralScope } from '../model/plural';
import { type FileTemplate, TemplateMisfitError } from './file-template';
import { rewriteTemplate } from './rewrite-template';
import type { TemplateCache } from './template-cache';
import { type ListedFile, TemplateReader } from './template-reader';
import { isEquivalent } from './unchanged';

/** The code of the warning about a file that is not written in the layout of its template. */
export const TEMPLATE_MISFIT = 'template_misfit';

/** Writes a file in the layout of its template as `FileWriter` does. */
export const writeFile = (
  codec: FormatCodec,
  { entries, ...file }: FileToWrite,
  cache?: TemplateCache,
): Generator<string | Uint8Array, void> => new FileWriter(codec, file, cache).write(entries);

/**
 * Writes a file in the layout of its template. Without one, or where a text has no place in it, the layout is canonical; the
 * latter is a warning.
 */
export class FileWriter {
  private readonly reader: TemplateReader | undefined;

  /** @param cache of templates that were read for other files */
  constructor(
    private readonly codec: FormatCodec,
    private readonly file: Omit<FileToWrite, 'entries'>,
    cache?: TemplateCache,
  ) {
    const { template } = file;
    if (template && codec.template) {
      this.reader = new TemplateReader(codec.id, codec.template, { ...file, template }, cache);
    }
  }

  /** Reads the template, which may take longer than reading the entries from a database. */
  prepare(): void {
    this.reader?.prepare();
  }

  /** @throws UnwritableTextError, PluralConflictError as `FormatCodec.serialize` does */
  *write(all: Iterable<EntryToWrite>): Generator<string | Uint8Array, void> {
    const { codec, file, reader } = this;
    if (!reader) {
      yield* codec.serialize({ ...file, entries: all });
      return;
    }
    const entries = [...all];
    const omitsMissing = file.omitsMissing && !codec.bilingual && !codec.multilingual;
    // An item of an array without a text is a gap, and no empty text.
    const isWritten = (entry: EntryToWrite): boolean =>
      hasText(entry) || (!omitsMissing && !(codec.nests && entry.key.endsWith(']')));
    const present = entries.filter(isWritten);
    const rewritten = tryTemplate(
      () => rewriteWritable(codec, reader, { ...file, entries: present }, entries),
      (reason) => {
        const detail = `the layout is canonical, because that of the imported file cannot be used: ${reason}`;
        file.warn({ code: TEMPLATE_MISFIT, detail });
      },
    );
    if (rewritten) yield rewritten;
    else
      yield* codec.serialize({ ...file, entries: omitsMissing ? entries.filter((e) => isPresent(e, codec)) : entries });
  }
}

/**
 * Rewrites a template without the keys that the format cannot hold, which a canonical file names.
 *
 * @throws TemplateMisfitError, UnwritableTextError, PluralConflictError
 */
function rewriteWritable(
  codec: FormatCodec,
  reader: TemplateReader,
  file: ListedFile,
  all: readonly EntryToWrite[],
): Uint8Array {
  try {
    return rewriteFile(codec, reader, file, all);
  } catch (error) {
    if (!file.leavesOutUnwritable || !isUnwritableError(error)) throw error;
  }
  const unwritable = findUnwritable(codec, file);
  const keys = new Set(unwritable.map(({ key }) => key));
  const writable = (entries: readonly EntryToWrite[]): EntryToWrite[] => entries.filter(({ key }) => !keys.has(key));
  const rewritten = fitting(() =>
    rewriteFile(codec, reader, { ...file, entries: writable(file.entries) }, writable(all)),
  );
  for (const warning of unwritable) file.warn(warning);
  return rewritten;
}

/** Returns the warnings about the keys that the canonical file leaves out. */
function findUnwritable(codec: FormatCodec, file: FileToWrite): Warning[] {
  const unwritable: Warning[] = [];
  const warn = (warning: Warning): void => {
    if (isUnwritable(warning)) unwritable.push(warning);
  };
  const chunks = codec.serialize({ ...file, warn })[Symbol.iterator]();
  while (!chunks.next().done);
  return unwritable;
}

/**
 * Rewrites a template. Warnings are produced only for a file that is returned.
 *
 * @throws TemplateMisfitError if the template cannot hold the texts
 * @throws UnwritableTextError, PluralConflictError if the format cannot either
 */
function rewriteFile(
  codec: FormatCodec,
  reader: TemplateReader,
  head: ListedFile,
  all: readonly EntryToWrite[],
): Uint8Array {
  const { template: support } = codec;
  if (!support) throw new TemplateMisfitError('the format has one layout only');
  const warnings = createDeferredWarnings();
  const file: ListedFile = { ...head, warn: (warning) => deferWarning(warnings, warning) };
  const { template, encode } = fitting(() => reader.open(file));
  const order = (): readonly string[] => tryTemplate(() => fitting(() => reader.readOrder(file))) ?? [];
  const wanted = new Map<string, string | undefined>();
  const rewrite = (): string => {
    const held = new Set<string>();
    const entries = file.entries.filter((entry) => {
      if (!template.holds?.(entry)) return true;
      held.add(entry.key);
      return false;
    });
    const unchanged = unchangedKeys(template, { ...file, entries }, codec);
    for (const [name, value, key = name] of support.texts({ ...file, entries }, template)) {
      if (!unchanged.has(key) && !held.has(key)) wanted.set(name, value);
    }
    for (const { key } of all) if (!held.has(key) && !wanted.has(key)) wanted.set(key, undefined);
    return rewriteTemplate(template, wanted, { order, unchanged, held });
  };
  const bytes = encode(fitting(rewrite, isUnwritableError));
  if (!bytes) throw new TemplateMisfitError('its encoding lacks a character of the texts');
  forwardWarnings(warnings, (warning) => head.warn(warning));
  return bytes;
}

/** Returns the keys for which an import of the template finds the texts of the entries. */
function unchangedKeys({ values }: FileTemplate, { entries, language }: ListedFile, codec: FormatCodec): Set<string> {
  const unchanged = new Set<string>();
  if (!values) return unchanged;
  const scopeOf = (type: Plural['type']): PluralScope | undefined => codec.pluralScope?.(type, language, {});
  for (const { key, value } of entries) if (isEquivalent(values.get(key), value, scopeOf)) unchanged.add(key);
  return unchanged;
}

/** Returns undefined if the template cannot be used. */
function tryTemplate<T>(work: () => T, onMisfit: (reason: string) => void = () => undefined): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TemplateMisfitError)) throw error;
    onMisfit(error.message);
    return undefined;
  }
}

/**
 * Makes a misfit of what is wrong with a template. It was read by an import, perhaps by that of an earlier version.
 *
 * @param isThrown tells errors that are thrown as they are
 */
function fitting<T>(work: () => T, isThrown: (error: unknown) => boolean = () => false): T {
  try {
    return work();
  } catch (error) {
    if (isThrown(error) || !(error instanceof FormatError)) throw error;
    throw new TemplateMisfitError(error.message);
  }
}
