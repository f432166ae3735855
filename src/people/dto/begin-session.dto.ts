import { CrossField } from '../../common/validation/constraint';
import { StringField } from '../../common/validation/fields';
import { storableRules } from '../../common/validation/text-rules';
import { EmailField, PASSWORD_EXAMPLE, sentPasswordRules } from './person-fields';

type Sent = Partial<Record<'email' | 'password' | 'apiKey', string>>;

/** Who signs in: a person, or an API key. */
@CrossField<BeginSessionDto>({
  code: 'required',
  isValid: ({ email, password, apiKey }: Sent) =>
    apiKey !== undefined || (email !== undefined && password !== undefined),
  detail: 'email and password, or apiKey',
})
@CrossField<BeginSessionDto>({
  code: 'not_allowed',
  isValid: ({ email, password, apiKey }: Sent) =>
    apiKey === undefined || (email === undefined && password === undefined),
  detail: 'either email and password, or apiKey',
})
export class BeginSessionDto {
  @EmailField({ optional: true, description: 'The e-mail address of a person.' })
  email?: string;

  @StringField(sentPasswordRules, {
    optional: true,
    description: 'The password of the person.',
    example: PASSWORD_EXAMPLE,
  })
  password?: string;

  @StringField(storableRules, {
    optional: true,
    description: 'The secret of an API key, in place of a person.',
    example: 'glossa_00000000000000000000000000000000000014t9BO',
  })
  apiKey?: string;
}
