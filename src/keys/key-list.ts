import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { validate as isUuid } from 'uuid';
import type { Principal } from '../common/access/principal';
import { anyText, CursorCodec } from '../http/queries/cursor';
import { ProjectsService } from '../projects/projects.service';
import { UnknownLanguageError } from '../projects/project-errors';
import type { ListKeysQuery } from './dto/list-keys.query';
import type { KeyDto, KeyListDto } from './dto/key.dto';

const DEFAULT_LIMIT = 100;

/** The first 512 characters of the last name of a page, as the index holds them, and the id of that key. */
const KEY_CURSOR = new CursorCodec(anyText, isUuid);

/**
 * Folds case in every script, where the database's own locale may know ASCII only. A capital sigma has two small forms, by
 * its place in the word; what is searched for may end elsewhere.
 */
const folded = (expression: string): string => `replace(lower(${expression} COLLATE "und-x-icu"), 'ς', 'σ')`;

/** A condition, and the parameters that it adds. */
class Conditions {
  readonly parameters: unknown[];
  private readonly clauses: string[] = ['k.project_id = $1'];

  constructor(projectId: string, sourceLanguage: string) {
    this.parameters = [projectId, sourceLanguage];
  }

  /** @param clause names the value `?` as often as it likes */
  add(clause: string, value: unknown): void {
    this.parameters.push(value);
    this.clauses.push(clause.replaceAll('?', `$${this.parameters.length}`));
  }

  toString(): string {
    return this.clauses.join(' AND ');
  }
}

/** Lists of keys in the order of their names (code points), a page at a cost that does not grow with the project. */
@Injectable()
export class KeyList {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
  ) {}

  /** @throws ProjectNotFoundError, UnknownLanguageError */
  async page(principal: Principal, projectId: string, query: ListKeysQuery): Promise<KeyListDto> {
    const { sourceLanguage, targetLanguages } = await this.projects.get(principal, projectId);
    if (query.untranslated && ![sourceLanguage, ...targetLanguages].includes(query.untranslated)) {
      throw new UnknownLanguageError([query.untranslated], () => ({ parameter: 'untranslated' }));
    }
    const limit = query.limit ?? DEFAULT_LIMIT;
    const where = conditionsOf(projectId, sourceLanguage, query);
    const keys = await this.dataSource.query<KeyDto[]>(
      `SELECT k.id, k.name, k.namespace, s.text AS value, k.description, k.created_at AS "createdAt",
              greatest(k.updated_at, (SELECT max(updated_at) FROM translations WHERE project_id = k.project_id AND key_id = k.id)) AS "updatedAt"
       FROM keys k LEFT JOIN translations s ON s.project_id = k.project_id AND s.language = $2 AND s.key_id = k.id
       WHERE ${where.toString()}
       ORDER BY left(k.name, 512), k.id LIMIT ${limit + 1}`,
      where.parameters,
    );
    if (keys.length <= limit) return { keys, nextCursor: null };
    const page = keys.slice(0, limit);
    return { keys: page, nextCursor: cursorAfter(page.at(-1)) };
  }
}

function conditionsOf(projectId: string, sourceLanguage: string, query: ListKeysQuery): Conditions {
  const where = new Conditions(projectId, sourceLanguage);
  const { name, namespace, untranslated, search, cursor } = query;
  if (name)
    where.add(`k.name_hash IN (SELECT sha256(convert_to(wanted, 'UTF8')) FROM unnest(?::text[]) AS wanted)`, name);
  if (namespace !== undefined) where.add('k.namespace = ?', namespace);
  if (namespace && namespace.length < 500) {
    // Where the names of a namespace lie in the index: behind `ns.`, before `ns/`, the next character.
    where.add(`left(k.name, 512) >= ? || '.' AND left(k.name, 512) < ? || '/'`, namespace);
  }
  if (untranslated) {
    // Asked key by key, which a page needs (OFFSET 0): as a join, all texts of the language would be read.
    where.add(
      `NOT EXISTS (SELECT FROM translations t WHERE t.project_id = k.project_id AND t.language = ? AND t.key_id = k.id OFFSET 0)`,
      untranslated,
    );
  }
  if (search !== undefined) {
    where.add(
      `(${folded('k.name')} LIKE ${folded('?::text')} OR EXISTS (SELECT FROM translations t
         WHERE t.project_id = k.project_id AND t.key_id = k.id AND ${folded('t.text')} LIKE ${folded('?::text')}))`,
      `%${search.replace(/[\\%_]/g, '\\$&')}%`,
    );
  }
  if (cursor !== undefined)
    where.add(
      `(left(k.name, 512), k.id) > (?::jsonb ->> 0, (?::jsonb ->> 1)::uuid)`,
      JSON.stringify(KEY_CURSOR.decode(cursor)),
    );
  return where;
}

const cursorAfter = (key: KeyDto | undefined): string =>
  KEY_CURSOR.encode([...(key?.name ?? '')].slice(0, 512).join(''), key?.id ?? '');
