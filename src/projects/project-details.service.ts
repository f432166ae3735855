import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { ValidationFailedError } from '../common/errors/domain-error';
import type { Principal } from '../common/access/principal';
import { lookUpTotals } from '../database/planned-reads';
import { Reads } from '../database/reads';
import type { ExpectedState } from '../http/params/if-match';
import { prepared } from '../database/statements';
import type { ChangeProjectDto } from './dto/project-details.dto';
import type { ProjectDetails } from './project-details';
import { ProjectNotFoundError, UnknownLanguageError } from '../project-write/project-errors';
import { hashOfProject } from './project-state';
import type { LockedProject } from '../project-write/project-write';
import { ProjectWriter, type Written } from '../project-write/project-writer';
import { assertReached } from '../project-write/as-of/revision';

type DetailsRow = Omit<ProjectDetails, 'translated'> & { languages: string[] | null; counts: number[] | null };

/**
 * One statement reads one snapshot: counts that are read after the project might not add up with its number of keys.
 */
const DETAILS = prepared(
  `SELECT p.id, p.name, p.source_language AS "sourceLanguage", p.target_languages AS "targetLanguages",
          p.protect_reviewed AS "protectReviewed", p.memory, p.style_note AS "styleNote", p.string_count AS "stringCount", p.revision, p.created_at AS "createdAt", p.updated_at AS "updatedAt",
          t.languages, t.counts
   FROM projects p ${lookUpTotals(
     `SELECT array_agg(language) AS languages, array_agg(count) AS counts
      FROM (SELECT language, count(*)::int AS count FROM translations WHERE project_id = p.id GROUP BY language) c`,
     't',
   )}
   WHERE p.organization_id = $1 AND ($2::uuid[] IS NULL OR p.id = ANY ($2)) AND p.id = $3`,
);

/** Reads a project with the numbers of its texts, and changes its name, languages and settings. */
@Injectable()
export class ProjectDetailsService {
  constructor(
    private readonly reads: Reads,
    private readonly writer: ProjectWriter,
  ) {}

  /**
   * @param options.client of a request that only reads: see `Reads.run`
   * @throws ProjectNotFoundError, UnknownRevisionError, ReadTimeoutError
   */
  async get(
    principal: Principal,
    id: string,
    { minRevision, client }: { minRevision?: number; client?: () => AbortSignal } = {},
  ): Promise<ProjectDetails> {
    if (!isUuid(id)) throw new ProjectNotFoundError();
    const values = [principal.organizationId, principal.projectIds, id];
    return this.reads.run(async (database) => {
      const [row] = await database.rows<DetailsRow>(DETAILS, values);
      if (!row) throw new ProjectNotFoundError();
      assertReached(row.revision, minRevision);
      const { languages, counts, ...project } = row;
      return { ...project, translated: new Map(languages?.map((language, i) => [language, counts?.[i] ?? 0])) };
    }, client);
  }

  /**
   * @returns the number of texts that were removed with their languages
   * @throws ProjectNotFoundError, PreconditionFailedError, UnknownLanguageError, TooManyLanguagesError
   * @throws ValidationFailedError if the source language would be removed
   */
  async change(
    principal: Principal,
    id: string,
    change: ChangeProjectDto,
    expected?: ExpectedState,
  ): Promise<Written<number>> {
    const { name, protectReviewed, memory, styleNote, addLanguages = [], removeLanguages = [] } = change;
    const action = [name, protectReviewed, memory, styleNote].every((value) => value === undefined)
      ? 'languages'
      : 'project.update';
    return this.writer.write(principal, id, action, async (write) => {
      expected?.assertMatches(hashOfProject(write.project));
      assertRemovable(write.project, removeLanguages);
      if (name !== undefined) await write.rename(name);
      if (protectReviewed !== undefined) await write.setProtectReviewed(protectReviewed);
      if (memory !== undefined) await write.setMemory(memory);
      if (styleNote !== undefined) await write.setStyleNote(styleNote?.trim() ? styleNote : null);
      const removedTexts = await write.removeLanguages(removeLanguages);
      await write.addLanguages(addLanguages);
      return removedTexts;
    });
  }
}

function assertRemovable({ sourceLanguage, targetLanguages }: LockedProject, languages: readonly string[]): void {
  if (languages.includes(sourceLanguage)) {
    throw new ValidationFailedError([
      { pointer: '/removeLanguages', code: 'not_allowed', detail: 'the source language cannot be removed' },
    ]);
  }
  const unknown = languages.filter((language) => !targetLanguages.includes(language));
  if (unknown.length > 0) throw new UnknownLanguageError(unknown, () => ({ pointer: '/removeLanguages' }));
}
