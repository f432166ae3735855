import type { OperationOptions } from '../http/operation.decorator';
import { ChangeDetailsDto, ChangeListDto, KeyChangeListDto, KeyVersionDto, TextVersionDto } from './dto/change.dto';
import { ReversalResultDto } from './dto/reversal.dto';

export const historyOperations = {
  list: {
    id: 'listChanges',
    answer: 'page',
    summary: 'List changes',
    description:
      'Lists the changes of a project, the newest first, 100 per page unless `limit` is given. Each write that raised ' +
      'the `revision` of the project is one change. A change is listed only if it matches all filters. `nextCursor` is ' +
      'the `cursor` of the next page. Changes that the history no longer has are not listed.',
    response: ChangeListDto,
    errors: ['project_not_found', 'unknown_revision'],
  },
  get: {
    id: 'getChange',
    answer: 'page',
    summary: 'Read a change',
    description:
      'Returns a change with what it did: texts, and names and descriptions of keys, before and after, 100 per page ' +
      'unless `limit` is given, in the order of the ids of the keys. A page ends at 4 MiB of texts too: it can be shorter ' +
      'than `limit` and have a `nextCursor`. A change of what only file formats need has no items.',
    response: ChangeDetailsDto,
    models: [TextVersionDto, KeyVersionDto],
    errors: ['project_not_found', 'change_not_found', 'unknown_revision', 'revision_pruned'],
  },
  ofKey: {
    id: 'listKeyChanges',
    answer: 'page',
    summary: 'List the changes of a key',
    description:
      'Lists the changes that concerned a key, each with what it did to the key, the newest first, 100 per page unless ' +
      '`limit` is given. A page ends at 1,000 items and 4 MiB of texts too. A change with more of them goes on with the ' +
      'next page: it is the first change of that page, with further items. A deleted key has its changes too.',
    response: KeyChangeListDto,
    models: [TextVersionDto, KeyVersionDto],
    errors: ['key_not_found', 'unknown_revision'],
  },
  undo: {
    id: 'undoChange',
    answer: 'page',
    summary: 'Undo a change',
    description:
      'Puts back what a change replaced or removed, and removes what it made, as a new change, which can be undone too. ' +
      'Deleted keys return with their ids. What was changed again since is a conflict. With `keyId`, only what the change ' +
      'did to this key is undone, and all else of the project stays. A change that removed languages is not undone if the project would have ' +
      'more than 500 languages then (400 `limit_exceeded`). With `dryRun`, nothing is written ' +
      'and `counts` has the changes that would be made. To delete keys needs ' +
      '`keys:delete`, to put keys or names back `keys:write`, to change languages `projects:write`, and to set or take away ' +
      'the state `reviewed` `translations:review`.',
    response: ReversalResultDto,
    requestExample: { dryRun: true },
    errors: [
      'project_not_found',
      'change_not_found',
      'key_not_found',
      'undo_conflict',
      'language_not_allowed',
      'limit_exceeded',
      'revision_moved',
      'revision_pruned',
      'project_busy',
    ],
    writesProject: true,
    idempotent: true,
  },
  restore: {
    id: 'restoreProject',
    answer: 'page',
    summary: 'Restore a revision',
    description:
      'Returns keys, texts, languages and templates to what they were at a revision, as a new change, which can be ' +
      'undone. The name of the project and the settings `protectReviewed`, `memory` and `styleNote` stay. With `dryRun`, nothing is written and `counts` ' +
      'has the changes that would be made. To delete keys needs `keys:delete`, to put keys or names back `keys:write`, to change ' +
      'languages `projects:write`, and to set or take away the state `reviewed` `translations:review`.',
    response: ReversalResultDto,
    requestExample: { revision: 2, dryRun: true },
    errors: [
      'project_not_found',
      'unknown_revision',
      'language_not_allowed',
      'revision_moved',
      'revision_pruned',
      'project_busy',
    ],
    writesProject: true,
    idempotent: true,
  },
} satisfies Record<string, OperationOptions>;
