import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { seesProject } from '../comments/mentions';
import { Database } from '../database/database';
import { prepared } from '../database/statements';

/** The most members that a result lists. */
const MAX_MEMBERS = 100;

/** A member by the id that the filter `assignee` takes. */
export interface ListedMember {
  id: string;
  name: string;
}

/** Lists the members who see a project. */
@Injectable()
export class ProjectMembers {
  constructor(private readonly database: Database) {}

  /** Returns the first members by name. @param projectId of a project that the caller can see */
  list({ organizationId }: Principal, projectId: string): Promise<ListedMember[]> {
    return this.database.rows<ListedMember>(LIST, [organizationId, projectId]);
  }
}

const LIST = prepared(`
  SELECT m.id, o.name FROM memberships m JOIN persons o ON o.id = m.person_id
  WHERE ${seesProject('$2::uuid', '$1')} ORDER BY o.name, o.id LIMIT ${MAX_MEMBERS}`);
