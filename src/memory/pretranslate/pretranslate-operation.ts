import type { OperationOptions } from '../../http/operation.decorator';
import { PretranslateResponseDto } from './pretranslate.dto';

export const pretranslateOperation = {
  id: 'pretranslate',
  answer: 'object',
  summary: 'Translate what is missing',
  description:
    'Writes translations of keys without a text, from the memory, and by a machine if `machine` is true: as one change. Shows progress as ' +
    '`POST /projects/:id/bulk` does.',
  response: PretranslateResponseDto,
  errors: ['project_not_found', 'unknown_language', 'language_not_allowed', 'revision_moved', 'project_busy'],
  writesProject: true,
  idempotent: true,
} satisfies OperationOptions;
