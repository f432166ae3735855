import { PLANS, type Plan } from '../../common/access/principal';
import { CrossField } from '../../common/validation/constraint';
import { ChoiceField, IntegerField, StringField } from '../../common/validation/fields';
import { displayNameRules, type ValidationIssue } from '../../common/validation/text-rules';

const MAX_RATE_LIMIT = 2_147_483_647;

const name = { description: 'The name: 1 to 200 characters, no control characters.', example: 'Acme' };
const plan = { description: 'The plan, which sets the rate limit.', example: 'growth' };
const rateLimit = {
  optional: true,
  description: 'Requests per minute: required for the plan enterprise, refused for the plans with a fixed rate limit.',
  example: 20_000,
};

/**
 * Checks that a plan and a rate limit fit together.
 * @param hasRateLimit whether the organization has a rate limit of its own already
 */
export function findRateLimitIssue(
  { plan, rateLimit }: { plan: Plan; rateLimit?: number },
  hasRateLimit = false,
): ValidationIssue | undefined {
  if (plan === 'enterprise') {
    return rateLimit === undefined && !hasRateLimit
      ? { code: 'required', detail: 'is required for the plan enterprise' }
      : undefined;
  }
  return rateLimit === undefined
    ? undefined
    : { code: 'not_allowed', detail: `the plan ${plan} has a fixed rate limit` };
}

/** Adds the rule that the plan and the rate limit fit together, as far as it has this code. */
const RateLimitFits = (code: 'required' | 'not_allowed') =>
  CrossField<CreateOrganizationDto>({
    field: 'rateLimit',
    code,
    isValid: (organization) => findRateLimitIssue(organization)?.code !== code,
    detail: (organization) => findRateLimitIssue(organization)?.detail ?? '',
  });

/** An organization to create. */
@RateLimitFits('required')
@RateLimitFits('not_allowed')
export class CreateOrganizationDto {
  @StringField(displayNameRules, name)
  name!: string;

  @ChoiceField(PLANS, plan)
  plan!: Plan;

  @IntegerField(1, MAX_RATE_LIMIT, rateLimit)
  rateLimit?: number;
}

/** Changes of an organization. Absent fields stay as they are. */
@CrossField<UpdateOrganizationDto>({
  code: 'required',
  isValid: ({ name, plan, rateLimit }) => name !== undefined || plan !== undefined || rateLimit !== undefined,
  detail: 'at least one of name, plan, rateLimit',
})
export class UpdateOrganizationDto {
  @StringField(displayNameRules, { ...name, optional: true })
  name?: string;

  @ChoiceField(PLANS, { ...plan, optional: true })
  plan?: Plan;

  @IntegerField(1, MAX_RATE_LIMIT, rateLimit)
  rateLimit?: number;
}
