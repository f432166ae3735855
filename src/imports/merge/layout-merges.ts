import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';
import { addWarning, type EditBudget, type TemplateOptions } from '../../language-files';
import { heldAt } from '../../project-write/as-of/versions';
import type { ProjectWrite } from '../../project-write/project-write';
import type { ImportOptionsDto } from '../dto/import-options.dto';
import { FILE_COLUMNS, isPlaceOf, type StoredFile } from '../other-files';
import type { ImportedFile, MergedLayout } from '../reading/imported-file';
import { ImportReader } from '../reading/import-reader';
import type { KeptFile } from '../reading/kept-file';
import type { ReadRequest } from '../reading/read-request';
import { RefusedFileError } from '../reading/refused-file-error';
import { decompress, storedRequest } from '../stored-content';
import { conflictRule } from './merge-rule';

type Project = Pick<ReadRequest, 'sourceLanguage' | 'targetLanguages' | 'pluralKeys'> & {
  id: string;
  organizationId: string;
};

/** A template that somebody has replaced since the base of an import, and the template at the base, if there was one. */
interface Versions {
  content: Buffer;
  options: TemplateOptions;
  base: Buffer | null;
  baseHash: string | null;
}

interface Options {
  side: 'now' | 'file';
  budget: EditBudget;
}

/** The lines that may differ in all files of an import. Above that, a file has the lines of one side. */
const MAX_EDITS = 10_000;

/** Merges the files of an import with the templates that somebody has replaced since its base, before the project is locked. */
@Injectable()
export class LayoutMerges {
  constructor(
    private readonly database: Database,
    private readonly reader: ImportReader,
  ) {}

  /** @throws ImportsBusyError */
  async merge(file: ImportedFile, options: ImportOptionsDto, project: Project, signal: AbortSignal): Promise<void> {
    const { base } = options;
    if (base === undefined) return;
    const changed = await this.database.rows<StoredFile>(CHANGED, [project.id, base]);
    if (changed.length === 0) return;
    const side = conflictRule(options) === 'overwrite' ? 'file' : 'now';
    let budget: EditBudget = { edits: MAX_EDITS };
    const targetLanguages = [...new Set([...project.targetLanguages, ...file.languages])];
    for (const kept of file.keptFiles) {
      const stored = changed.find((each) => isPlaceOf(kept, each));
      const [versions] = stored
        ? await this.database.rows<Versions>(VERSIONS, [project.id, base, stored.id, stored.hash])
        : [];
      if (!stored || !versions) continue;
      kept.mergedWith = { hash: stored.hash };
      if (stored.hash === versions.baseHash || stored.hash === Buffer.from(kept.hash).toString('hex')) continue;
      const merged = await this.mergeOne(kept, { ...versions, side, budget }, { ...project, targetLanguages }, signal);
      const { descriptions, sources } = versions.options.differences ?? {};
      if (merged) {
        ({ budget } = merged);
        const { hash } = stored;
        const { changed } = merged;
        Object.assign(kept, merged.kept, { mergedWith: { hash, differences: { descriptions, sources }, changed } });
      } else if (side === 'now') kept.isLeftOut = true;
      if (side === 'now' && (merged?.losesLines ?? true)) warnOfLoss(file, kept);
    }
  }

  /** @returns undefined if the lines of both are no file that can be read */
  private async mergeOne(
    kept: KeptFile,
    { content, base, ...options }: Versions & Options,
    { organizationId, ...project }: Project,
    signal: AbortSignal,
  ): Promise<({ kept: Pick<KeptFile, 'size' | 'hash' | 'content'> } & MergedLayout) | undefined> {
    const { side, budget } = options;
    const versions = { now: await decompress(content), ...(base && { base: await decompress(base) }), side, budget };
    const request = await storedRequest(kept, kept, project);
    try {
      const { keptFiles, merged: result } = await this.reader.read({ ...request, versions }, organizationId, signal);
      const [merged] = keptFiles;
      return result && merged && { kept: { size: merged.size, hash: merged.hash, content: merged.content }, ...result };
    } catch (error) {
      if (error instanceof RefusedFileError) return undefined;
      throw error;
    }
  }
}

/** Leaves out the files whose templates somebody has replaced since they were merged, with warnings. */
export async function leaveOutOvertaken(
  { tx, project }: ProjectWrite,
  file: ImportedFile,
  { base }: ImportOptionsDto,
): Promise<void> {
  if (base === undefined) return;
  const changed = await tx.rows<StoredFile>(CHANGED, [project.id, base]);
  for (const kept of file.keptFiles) {
    const stored = changed.find((each) => isPlaceOf(kept, each));
    if (!stored || stored.hash === kept.mergedWith?.hash) continue;
    kept.isLeftOut = true;
    warnOfLoss(file, kept);
  }
}

function warnOfLoss({ warnings }: ImportedFile, { path, language }: KeptFile): void {
  const file = path === null ? 'the file' : JSON.stringify(path);
  const detail = `exports keep the project's version of lines of ${file} that both sides have changed since the base`;
  addWarning(warnings, { code: 'layout_kept', detail, ...(language !== '' && { language }) });
}

const CHANGED = `SELECT ${FILE_COLUMNS} FROM file_templates WHERE project_id = $1 AND since > $2`;

const VERSIONS = `
  SELECT t.content, t.options, h.content AS base, encode(h.hash, 'hex') AS "baseHash"
  FROM file_templates t LEFT JOIN file_templates_history h
    ON h.project_id = t.project_id AND h.format = t.format AND h.namespace = t.namespace AND h.language = t.language
      AND h.beside = t.beside AND ${heldAt('$2', 'h')}
  WHERE t.project_id = $1 AND t.id = $3 AND t.hash = decode($4, 'hex')`;
