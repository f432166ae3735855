import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Principal } from '../../common/access/principal';
import { textArray } from '../../database/array-parameter';
import { Database } from '../../database/database';
import { lookUp, lookUpIfAny } from '../../database/planned-reads';
import { prepared } from '../../database/statements';
import { KeyNotFoundError } from '../../keys/key-errors';
import type { Neighbour, Neighbours } from '../../keys/key-neighbours';
import { KeyQuery } from '../../keys/key-query';
import { keyByName, textOf } from '../../project-write/stored-rows';
import { ProjectsService } from '../../projects/projects.service';
import { FileOrder } from './file-order';

/** Keys on each side of a key. */
const NEIGHBOURS = 2;
/** Keys of the file on each side that are looked up, because the project may have deleted some. */
const CANDIDATES = 20;
/** Characters of a name or a source text that are shown. */
const SHOWN_CHARACTERS = 200;

/** The keys beside a key in its imported file. */
export interface NeighboursInFile extends Neighbours {
  /** The path of the file; null without one. */
  file: string | null;
  /** An imported file has the key; otherwise it has no neighbours. */
  isInFile: boolean;
}

interface Row extends Neighbour {
  place: number;
}

/** Finds the keys that stand beside a key in the file of its import. */
@Injectable()
export class FileNeighbours {
  constructor(
    private readonly database: Database,
    private readonly query: KeyQuery,
    private readonly projects: ProjectsService,
    private readonly order: FileOrder,
  ) {}

  /** @throws KeyNotFoundError, ImportsBusyError */
  async of(principal: Principal, id: string, signal: AbortSignal): Promise<NeighboursInFile> {
    const projectId = isUuid(id) ? await this.query.findProjectId(principal, id) : undefined;
    const [key] = projectId === undefined ? [] : await this.database.rows<{ name: string }>(NAME, [projectId, id]);
    if (projectId === undefined || !key) throw new KeyNotFoundError();
    const { sourceLanguage, targetLanguages } = await this.projects.get(principal, projectId);
    const project = { id: projectId, organizationId: principal.organizationId, sourceLanguage, targetLanguages };
    const found = await this.order.ofKey(project, key.name, signal);
    if (!found) return { file: null, isInFile: false, before: [], after: [] };
    const place = found.names.indexOf(key.name);
    const start = Math.max(0, place - CANDIDATES);
    const names = found.names.slice(start, place + 1 + CANDIDATES);
    const rows = await this.database.rows<Row>(FIND, [projectId, textArray(names), sourceLanguage]);
    const neighbours = rows.filter((row) => row.id !== id).sort((one, other) => one.place - other.place);
    // `WITH ORDINALITY` counts from 1.
    const own = place - start + 1;
    const shown = ({ id: of, name, value }: Row): Neighbour => ({ id: of, name, value });
    return {
      file: found.path,
      isInFile: true,
      before: neighbours
        .filter((row) => row.place < own)
        .slice(-NEIGHBOURS)
        .map(shown),
      after: neighbours
        .filter((row) => row.place > own)
        .slice(0, NEIGHBOURS)
        .map(shown),
    };
  }
}

const NAME = prepared('SELECT name FROM keys WHERE project_id = $1 AND id = $2');

const FIND = prepared(`
  SELECT f.place::int AS place, k.id, left(k.name, ${SHOWN_CHARACTERS}) AS name, left(s.text, ${SHOWN_CHARACTERS}) AS value
  FROM unnest($2::text[]) WITH ORDINALITY AS f (name, place)
  ${lookUp(keyByName('f.name', 'id, name'), 'k')}
  ${lookUpIfAny(textOf('k.id', '$3', 'text'), 's')}`);
