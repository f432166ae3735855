import { LanguageField } from '../../common/validation/domain-fields';
import { MinRevisionQuery } from '../../projects/dto/min-revision.query';

export class KeyContextQuery extends MinRevisionQuery {
  @LanguageField({
    optional: true,
    description: 'The language for which `source` is returned. Default: none.',
    example: 'de',
  })
  language?: string;
}
