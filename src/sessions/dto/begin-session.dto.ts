import { StringField } from '../../common/validation/fields';
import { storableRules } from '../../common/validation/text-rules';

/** The API key of a session to begin. */
export class BeginSessionDto {
  @StringField(storableRules, {
    description: 'The secret of an API key.',
    example: 'glossa_2m8Qx7Rk4Tn9Vb3Yc6Hd1Jf5Lg0Pw8SzAe2UiKq9bXw3',
  })
  apiKey!: string;
}
