import { StringField } from '../../common/validation/fields';
import { storableRules } from '../../common/validation/text-rules';

/** The API key of a session to begin. */
export class BeginSessionDto {
  @StringField(storableRules, {
    description: 'The secret of an API key.',
    example: 'glossa_00000000000000000000000000000000000014t9BO',
  })
  apiKey!: string;
}
