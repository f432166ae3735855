import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Principal } from '../common/access/principal';
import { beginRead, lookUp, lookUpIfAny } from '../database/planned-reads';
import { Reads } from '../database/reads';
import { prepared } from '../database/statements';
import { assertReached } from '../project-write/as-of/revision';
import { heldAt, lastSet } from '../project-write/as-of/versions';
import { UnknownLanguageError } from '../project-write/project-errors';
import { textOf } from '../project-write/stored-rows';
import { ProjectsService } from '../projects/projects.service';
import { type FoundTerm, TermsInTexts } from '../glossary/terms-in-texts';
import type { KeyContextQuery } from './dto/key-context.query';
import { KeyNotFoundError } from './key-errors';
import { KeyNeighbours, type Neighbours } from './key-neighbours';
import { KeyQuery } from './key-query';

/** What helps to translate a key. */
export interface ContextOfKey extends Neighbours {
  /** The source text for which the text was written or confirmed last; null if the text is not outdated. */
  source: string | null;
  /** The terms of the glossary in the source text. */
  terms: FoundTerm[];
}

/** Reads what helps to translate a key, beside the key itself. */
@Injectable()
export class KeyContext {
  constructor(
    private readonly reads: Reads,
    private readonly query: KeyQuery,
    private readonly neighbours: KeyNeighbours,
    private readonly projects: ProjectsService,
    private readonly terms: TermsInTexts,
  ) {}

  /** @throws KeyNotFoundError, UnknownLanguageError, UnknownRevisionError */
  async of(
    principal: Principal,
    id: string,
    { language, minRevision }: KeyContextQuery,
    client: () => AbortSignal,
  ): Promise<ContextOfKey> {
    const projectId = isUuid(id) ? await this.query.findProjectId(principal, id) : undefined;
    if (projectId === undefined) throw new KeyNotFoundError();
    const { source, terms } = await this.reads.run(async (database) => {
      const project = await this.projects.get(principal, projectId, database);
      const { sourceLanguage, targetLanguages, revision } = project;
      assertReached(revision, minRevision);
      if (language !== undefined && language !== sourceLanguage && !targetLanguages.includes(language))
        throw new UnknownLanguageError([language], () => ({ parameter: 'language' }));
      const [row] = await database.transaction(LOOK_UPS, (tx) =>
        tx.rows<{ former: string | null; text: string }>(SOURCES, [projectId, id, language, sourceLanguage]),
      );
      const { organizationId } = principal;
      const text = { project: { ...project, organizationId }, text: row?.text ?? null, language };
      return { source: row?.former ?? null, terms: await this.terms.of(text, database) };
    }, client);
    const beside = await this.neighbours.of(principal, projectId, [id], client);
    return { ...(beside.get(id) ?? { before: [], after: [] }), source, terms };
  }
}

const LOOK_UPS = beginRead('lookUps');

/** The former source text, if the text of the language `$3` is outdated; `s` is the source text. */
const FORMER = `
  SELECT h.text FROM (${textOf('$2', '$3', `${lastSet()} AS set_at`)}) t
  ${lookUp(
    `SELECT text FROM translations_history
     WHERE project_id = $1 AND key_id = $2 AND language = $4 AND ${heldAt('t.set_at')}`,
    'h',
  )}
  WHERE t.set_at < s.text_revision`;

const SOURCES = prepared(`
  SELECT s.text, f.text AS former FROM (${textOf('$2', '$4', 'text, text_revision')}) s ${lookUpIfAny(FORMER, 'f')}`);
