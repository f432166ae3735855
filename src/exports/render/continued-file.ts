import { namespaceOf } from '../../common/namespace-of';
import type { Warning } from '../../language-files';
import type { FormerFile, FormerFileSlot } from '../cache/kept-files';
import type { ExportPlan } from '../export-plan';
import { type ChangedKey, readChangedKeys } from '../snapshot/changed-keys';
import { readEntriesOf } from '../snapshot/entry-pages';
import { serializePages } from '../snapshot/entry-queue';
import type { Snapshot } from '../snapshot/snapshot';
import { FileEntries } from './file-entries';
import { nameInFile } from './file-of-key';
import type { ChosenTemplate } from './file-templates';
import type { EntryChanges } from './kept-entries';
import { type FilesToRender, readEntries, readFileHead, selectionOf } from './render-file';
import type { StoredFileFacts } from './stored-template';
import type { KeptFile, WrittenFile } from './thread-serializer';

/**
 * Larger projects are written as they are read, where the format allows it: their entries would take too much memory.
 */
const MAX_KEPT_STRINGS = 50_000;

/** The entries of a former file, with what has changed in them since. */
interface Continuation {
  kept: KeptFile;
  /** The file without its entries. */
  head: StoredFileFacts;
  changes: EntryChanges;
  /** About the changed entries. */
  warnings: readonly Warning[];
  hasSameTemplate: boolean;
}

/**
 * The file of an export, which is continued from the former one where that is possible: from the file of an earlier
 * revision.
 */
export class ContinuedFile {
  private readonly template: ChosenTemplate | undefined;
  private readonly former: FormerFileSlot | undefined;

  /**
   * @param file with all keys of the export, or all of one namespace
   * @param former the place of the former file. Default: the file is written anew, and its entries are not kept
   */
  constructor(
    private readonly snapshot: Snapshot,
    private readonly plan: ExportPlan,
    private readonly file: FilesToRender,
    { template, former }: { template?: ChosenTemplate; former?: FormerFileSlot },
  ) {
    this.template = template;
    this.former = former;
  }

  /** Writes the file and keeps its entries for the next one. */
  async *render(): AsyncGenerator<string | Uint8Array> {
    const former = this.former?.take();
    const changed = former && (await this.readChangedKeys(former));
    const found = former && changed && (await this.continue(former, changed));
    // While the changes were read, another file may have taken the serializer. From here on, nothing is awaited until
    // it is taken.
    const continuation = found?.kept.isAvailable ? found : undefined;
    if (!continuation) former?.kept?.drop();
    const kept = continuation
      ? yield* this.writeChanged(continuation)
      : yield* this.writeAnew({ isContinued: changed !== undefined });
    const { revision, sourceLanguage } = this.snapshot.project;
    const { rows: templates = '', place } = this.template ?? {};
    this.former?.put({ revision, sourceLanguage, templates, place, kept }, continuation !== undefined);
  }

  /** @returns undefined if too much has changed */
  private async readChangedKeys(former: FormerFile): Promise<ChangedKey[] | undefined> {
    if (!this.canContinue(former)) return undefined;
    const { snapshot, plan, file } = this;
    const { fallback } = plan.options;
    const languages = [...file.languages, snapshot.project.sourceLanguage, ...(fallback ? [fallback] : [])];
    return readChangedKeys(snapshot, former.revision, languages);
  }

  private async continue(
    { kept, templates }: FormerFile,
    changed: readonly ChangedKey[],
  ): Promise<Continuation | undefined> {
    if (!kept?.isAvailable) return undefined;
    const hasSameTemplate = templates === this.template?.rows;
    const template = hasSameTemplate ? undefined : await this.template?.read();
    const head = await readFileHead(this.snapshot, this.plan, this.file);
    return { kept, head: { ...head, template }, ...(await this.readChanges(changed)), hasSameTemplate };
  }

  private canContinue({ revision, sourceLanguage, templates }: FormerFile): boolean {
    const { project } = this.snapshot;
    return (
      // A standby may be behind the primary.
      Number(revision) <= Number(project.revision) &&
      sourceLanguage === project.sourceLanguage &&
      // Without a template, the entries may be only the entries with a text.
      (templates === '') === (this.template === undefined)
    );
  }

  private async readChanges(changed: readonly ChangedKey[]): Promise<Pick<Continuation, 'changes' | 'warnings'>> {
    const { snapshot, plan, file } = this;
    const warnings: Warning[] = [];
    const warn = (warning: Warning): void => void warnings.push(warning);
    const selection = { ...selectionOf(snapshot, plan, { ...file, warn }), keyIds: changed.map(({ id }) => id) };
    const set = changed.length > 0 ? await readEntriesOf(snapshot, selection) : [];
    // Without its namespace, the name of a key of another one may be the name of a key of the file.
    const { namespace } = selection;
    const isInFile = (name: string): boolean => namespace === undefined || namespaceOf(name) === namespace;
    const removed = changed.flatMap(({ name }) =>
      name !== null && isInFile(name) ? [nameInFile(name, selection)] : [],
    );
    return { changes: { removed, set }, warnings };
  }

  private writeChanged({ kept, head, changes, warnings, hasSameTemplate }: Continuation): WrittenFile {
    for (const warning of warnings) this.file.warn(warning);
    // The next file would lack warnings about entries that do not change.
    const isKept = (): boolean => warnings.length === 0;
    return kept.write(this.plan.codec, head, changes, { isKept, hasSameTemplate });
  }

  /**
   * @param isContinued whether little has changed since the former file, so that little may have changed before the
   *   next one
   */
  private async *writeAnew({ isContinued }: { isContinued: boolean }): WrittenFile {
    const { snapshot, plan, file } = this;
    const template = await this.template?.read();
    const head = await readFileHead(snapshot, plan, file);
    let hasWarned = false;
    const warn = (warning: Warning): void => {
      hasWarned = true;
      file.warn(warning);
    };
    const pages = new FileEntries(readEntries(snapshot, plan, { ...file, warn })).of(0);
    return yield* serializePages(plan.codec, { ...head, template }, pages, {
      isKept: () => this.former !== undefined && !hasWarned && this.isOrdered,
      isWhole: isContinued && this.isOrdered && snapshot.project.stringCount <= MAX_KEPT_STRINGS,
    });
  }

  /** Whether the entries are in the order of the keys as the file has them. */
  private get isOrdered(): boolean {
    const { namespace, stripNamespace, escapeFormulas } = this.plan.options;
    return !escapeFormulas && (!stripNamespace || namespace !== undefined);
  }
}
