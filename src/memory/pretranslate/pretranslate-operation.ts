import type { OperationOptions } from '../../http/operation.decorator';
import { PretranslateResponseDto, PretranslationProgressResponseDto } from './pretranslate.dto';

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

export const pretranslationProgressOperation = {
  id: 'getPretranslation',
  answer: 'object',
  summary: 'Get the progress of a pretranslation',
  description:
    'Returns how far the pretranslation of the project is that is under way, whoever has begun it; null: none is. It is some seconds old.',
  response: PretranslationProgressResponseDto,
  errors: ['project_not_found'],
} satisfies OperationOptions;
