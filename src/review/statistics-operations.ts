import type { OperationOptions } from '../http/operation.decorator';
import { KeyStatisticsDto, LanguageStatisticsDto, StatisticsResponseDto } from './dto/statistics.dto';

const languages = {
  en: { translated: 1_240, reviewed: 0, draft: 0, outdated: 0, untranslated: 0, words: 5_020, percent: 100 },
  de: { translated: 1_040, reviewed: 52, draft: 10, outdated: 3, untranslated: 138, words: 4_310, percent: 88.8 },
  'pt-BR': { translated: 620, reviewed: 0, draft: 0, outdated: 0, untranslated: 620, words: 2_480, percent: 50 },
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
    responseExample: { statistics: { revision: 57, keys: 1_240, words: 5_020, languages } },
    errors: ['project_not_found', 'unknown_revision', 'project_busy'],
    conditional: true,
  },
} satisfies Record<string, OperationOptions>;
