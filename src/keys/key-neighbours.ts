import { Injectable } from '@nestjs/common';
import { uuidArray } from '../database/array-parameter';
import type { Principal } from '../common/access/principal';
import { beginRead, lookUp, lookUpAll, lookUpIfAny } from '../database/planned-reads';
import { Reads } from '../database/reads';
import { prepared } from '../database/statements';
import { keyById, textOf } from '../project-write/stored-rows';
import { ProjectsService } from '../projects/projects.service';

/** Keys on each side of a key. */
const NEIGHBOURS = 2;
/** Characters of a name or a source text that are shown. */
const SHOWN_CHARACTERS = 200;

/** A key beside another one in the order of the names, with the beginning of its source text. */
export interface Neighbour {
  id: string;
  name: string;
  value: string | null;
}

/** The keys before and after a key, in their order. */
export interface Neighbours {
  before: Neighbour[];
  after: Neighbour[];
}

interface Row extends Neighbour {
  /** The id of the key that it stands beside. */
  keyId: string;
  isBefore: boolean;
}

const READ = beginRead('inOrder');

/** Finds the keys that stand beside others in the order of the names: a context for translators. */
@Injectable()
export class KeyNeighbours {
  constructor(
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
  ) {}

  /** @returns the neighbours by the ids of the keys. @throws ProjectNotFoundError */
  async of(
    principal: Principal,
    projectId: string,
    ids: readonly string[],
    client: () => AbortSignal,
  ): Promise<Map<string, Neighbours>> {
    const rows = await this.reads.run(async (database) => {
      const { sourceLanguage } = await this.projects.get(principal, projectId, database);
      return database.transaction(READ, (tx) => tx.rows<Row>(FIND, [projectId, uuidArray(ids), sourceLanguage]));
    }, client);
    const found = new Map<string, Neighbours>(ids.map((id) => [id, { before: [], after: [] }]));
    for (const { keyId, isBefore, ...neighbour } of rows) {
      const neighbours = found.get(keyId);
      if (isBefore) neighbours?.before.unshift(neighbour);
      else neighbours?.after.push(neighbour);
    }
    return found;
  }
}

/** Returns SQL of the keys on one side of the key `k`, the nearest first. */
const side = (comparison: '<' | '>', order: 'ASC' | 'DESC'): string => `
  SELECT n.id, n.name FROM keys n
  WHERE n.project_id = $1 AND (left(n.name, 512), n.id) ${comparison} (k.place, k.id)
  ORDER BY left(n.name, 512) ${order}, n.id ${order} LIMIT ${NEIGHBOURS}`;

const beside = (comparison: '<' | '>', order: 'ASC' | 'DESC'): string => `
  SELECT k.id AS "keyId", ${comparison === '<'} AS "isBefore", n.id, left(n.name, ${SHOWN_CHARACTERS}) AS name,
         left(s.text, ${SHOWN_CHARACTERS}) AS value
  FROM unnest($2::uuid[]) f (id)
  ${lookUp(keyById('f.id', 'id, left(name, 512) AS place'), 'k')}
  ${lookUpAll(side(comparison, order), 'n')}
  ${lookUpIfAny(textOf('n.id', '$3', 'text'), 's')}`;

const FIND = prepared(`${beside('<', 'DESC')} UNION ALL ${beside('>', 'ASC')}`);
