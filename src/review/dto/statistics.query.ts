import { ChoiceField } from '../../common/validation/fields';
import { MinRevisionQuery } from '../../projects/dto/min-revision.query';

export class StatisticsQuery extends MinRevisionQuery {
  @ChoiceField(['namespace'], {
    optional: true,
    description: 'Whether the response has the numbers of each namespace too.',
    example: 'namespace',
  })
  by?: 'namespace';
}
