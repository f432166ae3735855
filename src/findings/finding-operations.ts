import type { OperationOptions } from '../http/operation.decorator';
import { FindingListDto } from './dto/finding.dto';

export const findingOperations = {
  list: {
    id: 'listFindings',
    answer: 'page',
    summary: 'List the findings of the checks',
    description:
      'Lists what the checks found in the texts of the project, in the order in which their keys were made, 100 per page unless ' +
      '`limit` is given and up to 4 MiB of texts, and counts it by language and code. Ignored findings are listed too, and not counted. The findings belong to ' +
      '`revision`, which contains every write that was answered before the request. Only texts that have changed since the last ' +
      'time are checked; a request that would have to wait for longer than 30 s is a 429 `project_busy`, and finds more of them checked when it is repeated.',
    response: FindingListDto,
    errors: ['project_not_found', 'unknown_language', 'unknown_revision', 'project_busy'],
  },
} satisfies Record<string, OperationOptions>;
