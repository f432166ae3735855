import type { OperationOptions } from '../http/operation.decorator';
import { ChangeDetailsDto, ChangeListDto, KeyChangeListDto, KeyVersionDto, TextVersionDto } from './dto/change.dto';

export const historyOperations = {
  list: {
    id: 'listChanges',
    summary: 'List changes',
    description:
      'Lists the changes of a project, the newest first, 100 per page unless `limit` is given. Each write that raised ' +
      'the `revision` of the project is one change. A change is listed only if it matches all filters. `nextCursor` is ' +
      'the `cursor` of the next page.',
    response: ChangeListDto,
    errors: ['project_not_found', 'unknown_revision'],
  },
  get: {
    id: 'getChange',
    summary: 'Read a change',
    description:
      'Returns a change with what it did: texts, and names and descriptions of keys, before and after, 100 per page ' +
      'unless `limit` is given, in the order of the ids of the keys. A change of what only file formats need has no items.',
    response: ChangeDetailsDto,
    models: [TextVersionDto, KeyVersionDto],
    errors: ['project_not_found', 'change_not_found', 'unknown_revision'],
  },
  ofKey: {
    id: 'listKeyChanges',
    summary: 'List the changes of a key',
    description:
      'Lists the changes that concerned a key, each with what it did to the key, the newest first, 100 per page unless ' +
      '`limit` is given. A deleted key has its changes too.',
    response: KeyChangeListDto,
    models: [TextVersionDto, KeyVersionDto],
    errors: ['key_not_found', 'unknown_revision'],
  },
} satisfies Record<string, OperationOptions>;
