import { Injectable } from '@nestjs/common';
import { PersonRequiredError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { KeyNotFoundError } from '../keys/key-errors';
import { UnknownLanguageError } from '../project-write/project-errors';
import { VisibleProjects } from '../project-write/visible-projects';
import { LiveHub } from './live-hub';

/** Seconds after which a person counts as gone, unless it says again where it is. */
export const PRESENCE_SECONDS = 45;

/** A text of a project. */
export interface Place {
  keyId: string;
  language: string;
}

/** Keeps the texts at which persons are. They are no part of the history. */
@Injectable()
export class PresenceService {
  constructor(
    private readonly database: Database,
    private readonly visible: VisibleProjects,
    private readonly hub: LiveHub,
  ) {}

  /**
   * @param place null: the person has left
   * @throws PersonRequiredError, ProjectNotFoundError, KeyNotFoundError, UnknownLanguageError
   */
  async put(principal: Principal, projectId: string, place: Place | null): Promise<void> {
    if (!principal.person) throw new PersonRequiredError();
    const { id, sourceLanguage, targetLanguages } = await this.visible.get(principal, projectId);
    if (!place) await this.database.rows(REMOVE, [id, principal.person.id]);
    else {
      const { keyId, language } = place;
      if (language !== sourceLanguage && !targetLanguages.includes(language))
        throw new UnknownLanguageError([language], () => ({ pointer: '/language' }));
      const put = await this.database.rows(PUT, [id, principal.person.id, keyId, language, PRESENCE_SECONDS]);
      if (put.length === 0) throw new KeyNotFoundError('/keyId');
    }
    this.hub.wake();
  }
}

const REMOVE = prepared('DELETE FROM presences WHERE project_id = $1 AND (person_id = $2 OR expires_at <= now())');

const PUT = prepared(`
  INSERT INTO presences (project_id, person_id, key_id, language, expires_at)
  SELECT k.project_id, $2, k.id, $4, now() + $5::int * interval '1 second' FROM keys k WHERE k.project_id = $1 AND k.id = $3
  ON CONFLICT (project_id, person_id) DO UPDATE
    SET key_id = excluded.key_id, language = excluded.language, expires_at = excluded.expires_at
  RETURNING key_id`);
