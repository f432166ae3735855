import type { AssignmentTask } from '../keys/assignment-task';

/** A person or an API key, with its name. */
interface Named {
  id: string;
  name: string;
}

/** A member who is to translate or review a language of a project, or some of its keys in the language. */
export interface Assignment {
  id: string;
  language: string;
  task: AssignmentTask;
  /** The number of keys that the project has of those that are assigned; null: all keys. */
  keys: number | null;
  member: { id: string; person: Named };
  /** The person who assigned first; null: an API key did. */
  assignedBy: Named | null;
  apiKey: Named | null;
  createdAt: Date;
}

/** An assignment with the number of its keys that are left in its language. */
export interface ListedAssignment extends Assignment {
  left: number;
}

/** What a member is assigned to. */
export interface NewAssignment {
  /** The id of the membership. */
  memberId: string;
  task: AssignmentTask;
  /** Default: all target languages in which the member writes. */
  languages?: readonly string[];
  /** Default: all keys. */
  keyIds?: readonly string[];
}
