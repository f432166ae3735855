import { ArchiveError } from '../archive/archive-error';
import type { FileFacts, FileToWrite, FormatCodec } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { createDeferredWarnings, deferWarning, forwardWarnings } from '../model/deferred-warnings';
import { FormatError } from '../model/format-errors';
import { hasText, isPresent } from '../model/present-entries';
import { isUnwritable, isUnwritableError } from '../model/left-out';
import type { Warning } from '../model/warnings';
import type { Plural, PluralScope } from '../model/plural';
import { pluralScopeOf } from '../text/plurals/plural-scope';
import { namedAsInTemplate } from './template-languages';
import type { OrderedText } from './additions';
import { type FileTemplate, TemplateMisfitError } from './file-template';
import { FileOwnTexts } from './file-own-texts';
import { rewriteTemplate } from './rewrite-template';
import type { TemplateCache } from './template-cache';
import { type ListedFile, TemplateReader } from './template-reader';
import { digestOf } from './template-differences';
import { TemplateKeys } from './template-keys';
import { translateEntries } from './translated-entries';
import { isEquivalent } from './unchanged';

/** The code of the warning about a file that is not written in the layout of its template. */
export const TEMPLATE_MISFIT = 'template_misfit';

/** Writes a file in the layout of its template as `FileWriter` does. */
export function writeFile(
  codec: FormatCodec,
  { entries, ...file }: FileToWrite,
  cache?: TemplateCache,
): Generator<string | Uint8Array, void> {
  const writer = new FileWriter(codec, file, cache);
  writer.add(entries);
  return writer.write();
}

/**
 * Writes a file in the layout of its template. Without one, or where a text has no place in it, the layout is
 * canonical; the latter is a warning.
 */
export class FileWriter {
  private readonly entries: EntryToWrite[] = [];
  /** Those that are written in the layout of the template. */
  private readonly present: EntryToWrite[] = [];
  private readonly compared = new ComparedEntries();
  private readonly reader: TemplateReader | undefined;
  private readonly keys: TemplateKeys;
  private readonly omitsMissing: boolean;
  /** The keys of the file beside this one. */
  private readonly elsewhere: ReadonlySet<string>;
  /** What entries have in the template, where that stays. */
  private readonly own: FileOwnTexts | undefined;
  private readonly file: FileFacts;
  private readonly named: (entry: EntryToWrite) => EntryToWrite;

  /** @param cache of templates that were read for other files */
  constructor(
    private readonly codec: FormatCodec,
    facts: FileFacts,
    cache?: TemplateCache,
  ) {
    const { file, named } = namedAsInTemplate(facts);
    this.file = file;
    this.named = named;
    const { template, omitsMissing = false } = file;
    this.keys = new TemplateKeys(codec, file);
    this.elsewhere = new Set(template?.isForeign ? [] : template?.differences?.elsewhere);
    this.omitsMissing = omitsMissing && !codec.bilingual && !codec.multilingual;
    if (template && codec.template) {
      this.reader = new TemplateReader(codec.id, codec.template, { ...file, template }, cache);
      if (!template.isForeign) this.own = new FileOwnTexts(codec, file, template.differences);
    }
  }

  /** Reads the template, which may take longer than reading the entries from a database. */
  prepare(): void {
    this.reader?.prepare();
  }

  /** Adds entries in the order of the file. They are compared with the template if it was prepared. */
  add(entries: Iterable<EntryToWrite>): void {
    const { reader, own } = this;
    for (const given of entries) {
      const entry = this.named(own ? own.of(given) : given);
      this.entries.push(entry);
      if (!reader || !this.isWritten(entry)) continue;
      this.present.push(entry);
      this.compared.add(entry, reader.holds(entry));
    }
  }

  /** An item of an array without a text is a gap, and no empty text. */
  private isWritten(entry: EntryToWrite): boolean {
    if (!hasText(entry) && (this.omitsMissing || (this.codec.nests && entry.key.endsWith(']')))) return false;
    return !this.isBeside(entry) && !(entry.addedAs !== undefined && this.isOfOtherFiles(entry));
  }

  /** Whether only the file beside this one has the key. */
  private isBeside({ key, earlierKeys = [] }: EntryToWrite): boolean {
    if (!this.file.template?.isBeside && this.elsewhere.size === 0) return false;
    const isBeside = this.file.template?.isBeside ?? [key, ...earlierKeys].some((name) => this.elsewhere.has(name));
    return isBeside && ![key, ...earlierKeys].some((name) => this.keys.hasOwn(name));
  }

  /**
   * Whether a key that only files of other languages have is none of the file, because nobody gave it a text in its
   * languages.
   */
  private isOfOtherFiles({ key, value, values, addedAs, earlierKeys = [] }: EntryToWrite): boolean {
    const { reader, codec } = this;
    const { language, languages, sourceLanguage } = this.file;
    if (!reader) return false;
    const texts = codec.multilingual
      ? languages.map((each) => [each, values?.get(each)] as const)
      : [[language, value] as const];
    // The keys are looked up last: they are in files that are read once more for that.
    const hasOwnText = texts.some(([language, text]) => {
      const message = typeof text === 'object' ? text.message : text;
      return language === sourceLanguage ? digestOf(message) !== addedAs : message !== undefined;
    });
    return !hasOwnText && ![key, ...earlierKeys].some((name) => this.keys.has(name));
  }

  /** @throws UnwritableTextError, PluralConflictError as `FormatCodec.serialize` does */
  *write(): Generator<string | Uint8Array, void> {
    const { codec, file, entries, present, compared, reader, omitsMissing } = this;
    if (!reader) {
      yield* serialize(codec, { ...file, entries });
      return;
    }
    const rewritten = tryTemplate(
      () => rewriteWritable(codec, reader, { ...file, entries: present }, entries, compared),
      (reason) => {
        const detail = `the layout is canonical, because the layout of the imported file cannot be used: ${reason}`;
        file.warn({ code: TEMPLATE_MISFIT, detail });
      },
    );
    if (rewritten) yield rewritten;
    else
      yield* serialize(codec, {
        ...file,
        entries: omitsMissing ? entries.filter((e) => isPresent(e, codec)) : entries,
      });
  }
}

/** Writes a file in the canonical layout. */
const serialize = (codec: FormatCodec, file: ListedFile): Iterable<string | Uint8Array> =>
  codec.serialize({ ...file, entries: translateEntries(codec, file.entries, { all: file.entries, file }) });

/** The entries of a file that are written, divided by a comparison with the template. */
class ComparedEntries {
  /** The keys of those that the template holds. */
  readonly held = new Set<string>();
  readonly others: EntryToWrite[] = [];

  add(entry: EntryToWrite, isHeld: boolean): void {
    if (isHeld) this.held.add(entry.key);
    else this.others.push(entry);
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
  compared: ComparedEntries,
): Uint8Array {
  try {
    return rewriteFile(codec, reader, file, all, compared);
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
 * @param compared the entries as a comparison with the prepared template has divided them
 * @throws TemplateMisfitError if the template cannot hold the texts
 * @throws UnwritableTextError, PluralConflictError if the format cannot either
 */
function rewriteFile(
  codec: FormatCodec,
  reader: TemplateReader,
  head: ListedFile,
  all: readonly EntryToWrite[],
  compared?: ComparedEntries,
): Uint8Array {
  const { template: support } = codec;
  if (!support) throw new TemplateMisfitError('the format has one layout only');
  const warnings = createDeferredWarnings();
  const file: ListedFile = { ...head, warn: (warning) => deferWarning(warnings, warning) };
  const renamedEntries = earlierKeys(all);
  const { template, encode, isPrepared } = fitting(() => reader.open(file, renamedEntries));
  const earlier = new Map(Array.from(renamedEntries, ([entry, keys]) => [entry.key, keys]));
  const order = (): readonly OrderedText[] => tryTemplate(() => fitting(() => reader.readOrder(file))) ?? [];
  const wanted = new Map<string, string | undefined>();
  const renamed = new Map<string, readonly string[]>();
  const keyOf = new Map<string, string>();
  const rewrite = (): string => {
    const known = isPrepared ? compared : undefined;
    const { held, others } = known ?? compareEntries(template, file.entries);
    const unchanged = unchangedKeys(template, { ...file, entries: others }, codec);
    // Warnings of translations are about texts that stay too.
    const concerned = codec.translate ? file.entries : others;
    const translated = translateEntries(codec, concerned, { all: file.entries, template, file });
    const texts = concerned === others ? translated : translated.filter(({ key }) => !held.has(key));
    for (const { key, path } of texts) if (path) template.paths?.set(key, path);
    for (const [name, value, key = name] of support.texts({ ...file, entries: texts }, template)) {
      if (!unchanged.has(key) && !held.has(key)) wanted.set(name, value);
      if (key !== name) keyOf.set(name, key);
      const keys = earlier.get(key);
      if (keys) renamed.set(name, keys);
    }
    for (const { key } of all) if (!held.has(key) && !wanted.has(key)) wanted.set(key, undefined);
    // An import refuses a text that the places of its key do not share, where the format has no rule which one is used.
    const changesAll = codec.duplicates === undefined;
    return rewriteTemplate(template, wanted, { order, unchanged, held, renamed, keys: keyOf, changesAll });
  };
  const source = fitting(rewrite, isUnwritableError);
  const bytes = fitting(() => encode(source));
  if (!bytes) throw new TemplateMisfitError('its encoding lacks a character of the texts');
  forwardWarnings(warnings, (warning) => head.warn(warning));
  return bytes;
}

/** Returns the earlier keys of renamed entries that no other entry has now. */
function earlierKeys(all: readonly EntryToWrite[]): Map<EntryToWrite, readonly string[]> {
  const renamed = all.filter((entry) => entry.earlierKeys);
  if (renamed.length === 0) return new Map();
  const present = new Set(all.map(({ key }) => key));
  return new Map(renamed.map((entry) => [entry, (entry.earlierKeys ?? []).filter((key) => !present.has(key))]));
}

function compareEntries(template: FileTemplate, entries: readonly EntryToWrite[]): ComparedEntries {
  const compared = new ComparedEntries();
  for (const entry of entries) compared.add(entry, template.holds?.(entry) ?? false);
  return compared;
}

/** Returns the keys for which an import of the template finds the texts of the entries. */
function unchangedKeys({ values }: FileTemplate, { entries, language }: ListedFile, codec: FormatCodec): Set<string> {
  const unchanged = new Set<string>();
  if (!values) return unchanged;
  const scopeOf = (type: Plural['type']): PluralScope => pluralScopeOf(codec, type, language, {});
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
 * Makes a misfit of what is wrong with a template, or with the archive that it is. It was read by an import, perhaps of
 * an earlier version.
 *
 * @param isThrown returns whether an error is thrown as it is
 */
function fitting<T>(work: () => T, isThrown: (error: unknown) => boolean = () => false): T {
  try {
    return work();
  } catch (error) {
    if (isThrown(error) || !(error instanceof FormatError || error instanceof ArchiveError)) throw error;
    throw new TemplateMisfitError(error.message);
  }
}
