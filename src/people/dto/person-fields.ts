import { applyDecorators } from '@nestjs/common';
import { isEmail } from 'class-validator';
import { ROLES } from '../../common/access/roles';
import { Converted } from '../../common/validation/conversion';
import { ChoiceField, type FieldOptions, StringField } from '../../common/validation/fields';
import { storableRules, type TextRule } from '../../common/validation/text-rules';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../password-length';

const emailRules: readonly TextRule[] = [
  ...storableRules,
  {
    code: 'too_long',
    isValid: (value) => value.length <= 254,
    detail: 'at most 254 characters',
    schema: { maxLength: 254 },
  },
  { code: 'invalid_format', isValid: (value) => isEmail(value), detail: 'must be an e-mail address' },
];

/** An e-mail address, which ignores case: it is converted to lower case. */
export const EmailField = (options: FieldOptions): PropertyDecorator =>
  applyDecorators(
    Converted((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
    StringField(emailRules, { ...options, example: 'jo@example.com' }),
  );

const lengthOf = (password: string): number => [...password.normalize('NFKC')].length;

const maxRule: TextRule = {
  code: 'too_long',
  isValid: (value) => value.length <= 4 * MAX_PASSWORD_LENGTH && lengthOf(value) <= MAX_PASSWORD_LENGTH,
  detail: `at most ${MAX_PASSWORD_LENGTH} characters`,
  schema: { maxLength: MAX_PASSWORD_LENGTH },
};

/** The rules of a password that a person sends to sign in: they say nothing of the password that the person has. */
export const sentPasswordRules: readonly TextRule[] = [...storableRules, maxRule];

/** The rules of a new password. */
export const newPasswordRules: readonly TextRule[] = [
  ...sentPasswordRules,
  {
    code: 'too_short',
    isValid: (value) => lengthOf(value) >= MIN_PASSWORD_LENGTH,
    detail: `at least ${MIN_PASSWORD_LENGTH} characters`,
    schema: { minLength: MIN_PASSWORD_LENGTH },
  },
];

export const PASSWORD_EXAMPLE = 'four violet kites at noon';

/** The token of a link. */
export const TokenField = (options: Pick<FieldOptions, 'optional'> = {}): PropertyDecorator =>
  StringField(
    [
      ...storableRules,
      {
        code: 'too_long',
        isValid: (value) => value.length <= 200,
        detail: 'at most 200 characters',
        schema: { maxLength: 200 },
      },
    ],
    {
      ...options,
      description: 'The part of the link behind `#`.',
      example: '2m8Qx7Rk4Tn9Vb3Yc6Hd1Jf5Gs0Wa8Ze7Lp2Ku4Xi9N',
    },
  );

export const RoleField = (options: FieldOptions): PropertyDecorator =>
  ChoiceField(ROLES, { ...options, enumName: 'Role', example: 'translator' });
