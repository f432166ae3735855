import type { OperationOptions } from '../../http/operation.decorator';
import { ReplaceResponseDto } from '../dto/replace-result.dto';

export const replaceOperation = {
  id: 'replaceInTexts',
  answer: 'object',
  summary: 'Search and replace in texts',
  description:
    'Replaces a text in the texts of a language, of all keys or of the keys of `filter` or `keyIds`: in one transaction, as one change that ' +
    'is undone as one. With `dryRun`, the response shows each text before and after, page by page, and nothing is changed; `cursor` needs it. Placeholders ' +
    'of all styles, tags and the syntax of ICU messages are not searched and never change. A text that would get a finding of a check is ' +
    'skipped, and reviewed texts change as by `PUT /keys/:id`. `ifRevision` is the revision of the dry run (`X-Glossa-Revision`).\n\n' +
    'A client that disconnects stops the change, and nothing is done. Progress is sent as by `POST /projects/:id/bulk`.',
  response: ReplaceResponseDto,
  requestExample: { language: 'de', search: 'Datei', replace: 'Dokument', wholeWord: true, dryRun: true },
  errors: [
    'project_not_found',
    'key_not_found',
    'unknown_language',
    'language_not_allowed',
    'person_required',
    'revision_moved',
    'project_busy',
  ],
  writesProject: true,
  idempotent: true,
} satisfies OperationOptions;
