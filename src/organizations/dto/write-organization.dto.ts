import { PLANS, type Plan } from '../../common/access/principal';
import type { FieldError } from '../../common/errors/catalogue';
import { ChoiceField, IntegerField, StringField } from '../../common/validation/fields';
import { displayName } from '../../common/validation/text-rules';
import type { CrossFieldRules } from '../../common/validation/validation.pipe';

const MAX_RATE_LIMIT = 2_147_483_647;

const name = { description: '1 to 200 characters, no control characters.', example: 'Acme' };
const plan = { description: 'How many requests a minute it may make.', example: 'growth' };
const rateLimit = {
  optional: true,
  description: 'Requests a minute: required for enterprise, refused for the other plans, which have theirs.',
  example: 20_000,
};

/** @param known whether an enterprise organization has its number already */
export function rateLimitErrors(wanted: { plan: Plan; rateLimit?: number }, known = false): FieldError[] {
  const pointer = '/rateLimit';
  if (wanted.plan === 'enterprise') {
    return wanted.rateLimit === undefined && !known
      ? [{ pointer, code: 'required', detail: 'is required for the plan enterprise' }]
      : [];
  }
  return wanted.rateLimit === undefined
    ? []
    : [{ pointer, code: 'not_allowed', detail: `the plan ${wanted.plan} has its own` }];
}

export class CreateOrganizationDto implements CrossFieldRules {
  @StringField(displayName, name)
  name!: string;

  @ChoiceField(PLANS, plan)
  plan!: Plan;

  @IntegerField(1, MAX_RATE_LIMIT, rateLimit)
  rateLimit?: number;

  fieldErrors(): FieldError[] {
    return rateLimitErrors(this);
  }
}

/** What is absent stays. */
export class UpdateOrganizationDto implements CrossFieldRules {
  @StringField(displayName, { ...name, optional: true })
  name?: string;

  @ChoiceField(PLANS, { ...plan, optional: true })
  plan?: Plan;

  @IntegerField(1, MAX_RATE_LIMIT, rateLimit)
  rateLimit?: number;

  fieldErrors(): FieldError[] {
    const isEmpty = this.name === undefined && this.plan === undefined && this.rateLimit === undefined;
    return isEmpty ? [{ pointer: '', code: 'required', detail: 'name, plan or rateLimit' }] : [];
  }
}
