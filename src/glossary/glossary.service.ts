import { Injectable } from '@nestjs/common';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { recordAudit } from '../audit/record';
import type { ResourceLocator } from '../common/access/access.decorators';
import type { Principal } from '../common/access/principal';
import { requireLanguages } from '../common/access/reach';
import { Database } from '../database/database';
import { searchPatterns } from '../database/search-pattern';
import type { Transaction } from '../database/transaction';
import { anyText, CursorCodec } from '../http/queries/cursor';
import { cutBoundedPage, type Page } from '../http/queries/page';
import type { Once } from '../idempotency/once';
import { ProjectsService } from '../projects/projects.service';
import { toLanguageMap } from '../projects/dto/language-map.field';
import type { ListTermsQuery } from './dto/list-terms.query';
import type { ChangeTermDto, CreateTermDto } from './dto/write-term.dto';
import { assertOwnLanguages } from './fields-of-all-languages';
import { TermExistsError, TermNotFoundError } from './glossary-errors';
import { type BoundedTerm, CHANGE, DELETE, FIND, INSERT, LIST, PROJECTS_OF, SAME } from './glossary-statements';
import { assertNoContradiction, assertReaches, findProjects, valuesOf, writeGlossary } from './glossary-write';
import { DEFAULT_LANGUAGE, identityOf, placeOf, type Term, type TermContent, type Translations } from './term';

/** The place and the id of the last term of a page. */
const CURSOR = new CursorCodec(anyText, isUuid);

/** Lists, creates, changes and deletes the terms of an organization. */
@Injectable()
export class GlossaryService implements ResourceLocator {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsService,
  ) {}

  /** Returns the terms that the caller can see, in their order. @throws ProjectNotFoundError */
  async page(principal: Principal, query: ListTermsQuery): Promise<Page<Term>> {
    const { search = null, language = null, projectId = null, limit, cursor } = query;
    if (projectId !== null) await this.projects.assertVisible(principal, projectId);
    const after = cursor === undefined ? [null, null] : CURSOR.decode(cursor);
    const { organizationId, projectIds } = principal;
    const [pattern, coarse] = search === null ? [null, null] : searchPatterns(search);
    const values = [organizationId, projectIds, pattern, language, projectId, ...after, limit + 1, coarse];
    const found = await this.database.rows<BoundedTerm>(LIST, values);
    return cutBoundedPage(found, limit, ({ term, id }) => CURSOR.encode(placeOf(term), id));
  }

  /** @throws TermNotFoundError */
  async get({ organizationId, projectIds }: Principal, id: string, tx?: Transaction): Promise<Term> {
    const values = [organizationId, projectIds, id];
    const [term] = isUuid(id) ? await (tx ?? this.database).rows<Term>(FIND, values) : [];
    if (!term) throw new TermNotFoundError();
    return term;
  }

  async assertVisible(principal: Principal, id: string): Promise<void> {
    await this.get(principal, id);
  }

  /** @throws TermExistsError, GlossaryTooLargeError, NotGrantableError, LanguageNotAllowedError, ValidationFailedError */
  async create(principal: Principal, body: CreateTermDto, once?: Once<Term>): Promise<Term> {
    const translations = merge({}, body.translations);
    requireLanguages(principal, Object.keys(translations));
    assertReaches(principal, body.projectIds ?? null);
    const id = uuidv7();
    const work = async (tx: Transaction): Promise<Term> => {
      const content = {
        term: body.term,
        language: body.language ?? DEFAULT_LANGUAGE,
        definition: body.definition ?? null,
        partOfSpeech: body.partOfSpeech ?? null,
        caseSensitive: body.caseSensitive ?? false,
        doNotTranslate: body.doNotTranslate ?? false,
        forbidden: body.forbidden ?? false,
        projectIds: await findProjects(tx, principal, body.projectIds ?? null),
        translations,
      };
      assertOwnLanguages(principal, content);
      assertNoContradiction(content);
      await assertNew(tx, principal, id, content);
      await tx.rows(INSERT, valuesOf(principal.organizationId, id, content));
      await recordAudit(tx, principal, { action: 'term.created', target: targetOf(id, content) });
      return this.get(principal, id, tx);
    };
    return writeGlossary(this.database, principal, work, { once });
  }

  /** @throws TermNotFoundError, and the errors of `create` */
  async change(principal: Principal, id: string, { translations, ...change }: ChangeTermDto): Promise<Term> {
    requireLanguages(principal, toLanguageMap(translations).keys());
    await this.assertVisible(principal, id);
    return writeGlossary(this.database, principal, async (tx) => {
      const before = await this.reachable(tx, principal, id);
      const { projectIds: sent } = change;
      if (sent !== undefined) assertReaches(principal, sent);
      const content: TermContent = {
        ...before,
        ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
        projectIds: sent === undefined ? before.projectIds : await findProjects(tx, principal, sent),
        translations: merge(before.translations, translations),
      };
      assertOwnLanguages(principal, content, before);
      assertNoContradiction(content, before);
      // The deletion of a project can leave two terms with the same identity.
      if (identityOf(content) !== identityOf(before)) await assertNew(tx, principal, id, content);
      await tx.rows(CHANGE, [...valuesOf(principal.organizationId, id, content), sent !== undefined]);
      const values = { before, after: content };
      await recordAudit(tx, principal, { action: 'term.changed', target: targetOf(id, content), change: values });
      return this.get(principal, id, tx);
    });
  }

  /** @throws TermNotFoundError, NotGrantableError, LanguageNotAllowedError */
  async delete(principal: Principal, id: string): Promise<void> {
    await this.assertVisible(principal, id);
    await writeGlossary(this.database, principal, async (tx) => {
      const term = await this.reachable(tx, principal, id);
      requireLanguages(principal, Object.keys(term.translations));
      assertOwnLanguages(principal, term);
      await tx.rows(DELETE, [principal.organizationId, id]);
      await recordAudit(tx, principal, { action: 'term.deleted', target: targetOf(id, term) });
    });
  }

  /** Returns a term that the caller may change. @throws TermNotFoundError, NotGrantableError */
  private async reachable(tx: Transaction, principal: Principal, id: string): Promise<Term> {
    const term = await this.get(principal, id, tx);
    const [all] = await tx.rows<Pick<Term, 'projectIds'>>(PROJECTS_OF, [id]);
    assertReaches(principal, all?.projectIds ?? null);
    return term;
  }
}

/** Returns translations with the languages of a change: null, and an empty list, remove a language. */
function merge(translations: Translations, change: ChangeTermDto['translations']): Translations {
  const merged = new Map(Object.entries(translations));
  for (const [language, texts] of toLanguageMap(change)) {
    if (texts && texts.length > 0) merged.set(language, texts);
    else merged.delete(language);
  }
  return Object.fromEntries(merged);
}

/** @throws TermExistsError */
async function assertNew(
  tx: Transaction,
  { organizationId }: Principal,
  id: string,
  { term, language, partOfSpeech, forbidden, projectIds }: TermContent,
): Promise<void> {
  const values = [organizationId, placeOf(term), id, term, language, partOfSpeech, forbidden, projectIds];
  const [same] = await tx.rows<{ id: string }>(SAME, values);
  if (same) throw new TermExistsError(same.id);
}

const targetOf = (id: string, { term }: TermContent): { type: 'term'; id: string; name: string } => ({
  type: 'term',
  id,
  name: term,
});
