import type { OperationOptions } from '../../http/operation.decorator';
import { BulkResponseDto } from '../dto/bulk-result.dto';

export const bulkOperation = {
  id: 'changeManyKeys',
  answer: 'object',
  summary: 'Change many keys at once',
  description:
    'Does the same to all keys of a filter, or to up to 10,000 keys by id: in one transaction, as one change that is undone as one ' +
    '(`POST /projects/:id/changes/:revision/undo`). `filter` has the filters of the list of keys, and selects the same keys. ' +
    'With `dryRun`, the response has the numbers, and nothing is changed; with `ifRevision`, the change is done only if the project is at ' +
    'that revision (400 `revision_moved`). Texts that cannot change are left and counted in `skipped`: a reviewed text ' +
    'is changed only as `PUT /keys/:id` would change it. `setState` needs `translations:write` or `translations:review`, `clearTexts` and ' +
    '`copySource` need `translations:write`, `changeTags` needs `keys:write`, `deleteKeys` needs `keys:delete`; the state `reviewed` needs ' +
    '`translations:review`. All `languages` must be languages in which the caller may write, except in a dry run.\n\n' +
    'If the client disconnects, the change ends and nothing is done. A client that sends `Accept: application/x-ndjson` receives a 200 ' +
    'with lines of JSON if the change takes more than a second: `{"progress": {"done": 5000, "total": 50000}}` (keys), and as the last line ' +
    '`{"result": …, "revision": 58}` with the response and the revision of the project, or `{"problem": …}` with the problem document.',
  response: BulkResponseDto,
  requestExample: {
    filter: { namespace: 'home', state: 'draft', language: ['de'] },
    action: 'setState',
    languages: ['de'],
    state: 'reviewed',
    dryRun: true,
  },
  errors: [
    'project_not_found',
    'key_not_found',
    'unknown_language',
    'person_required',
    'language_not_allowed',
    'source_text_required',
    'revision_moved',
    'project_busy',
  ],
  writesProject: true,
  idempotent: true,
} satisfies OperationOptions;
