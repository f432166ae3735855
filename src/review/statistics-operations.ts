import type { OperationOptions } from '../http/operation.decorator';
import { KeyStatisticsDto, LanguageStatisticsDto, StatisticsResponseDto } from './dto/statistics.dto';

const german = {
  ...{ translated: 1_040, reviewed: 52, draft: 10, outdated: 3, untranslated: 138, words: 4_310, percent: 88.8 },
};

export const statisticsOperations = {
  get: {
    id: 'getStatistics',
    answer: 'page',
    summary: 'Read the progress of a project',
    description:
      'Returns the numbers of texts by language and state, with `by=namespace` for each namespace too. The states ' +
      '`translated`, `reviewed` and `draft` exclude each other; together with `untranslated` they are the number of keys. ' +
      'The numbers are exact, and cached until the project changes: `If-None-Match` answers 304 then.',
    response: StatisticsResponseDto,
    models: [KeyStatisticsDto, LanguageStatisticsDto],
    responseExample: { statistics: { revision: 57, keys: 1_240, words: 5_020, languages: { de: german } } },
    errors: ['project_not_found', 'unknown_revision', 'project_busy'],
    conditional: true,
  },
} satisfies Record<string, OperationOptions>;
