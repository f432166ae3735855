import type { Plan } from '../common/access/principal';

/** Requests per minute of a whole organization, by plan. An enterprise organization has a limit of its own. */
export const PLAN_LIMITS = { free: 100, starter: 500, growth: 1_000, professional: 5_000 } as const satisfies Record<
  Exclude<Plan, 'enterprise'>,
  number
>;

/**
 * Returns the requests per minute of an organization.
 *
 * @param ownLimit the organization's own limit; a check constraint requires it for enterprise and forbids it for other
 *   plans
 * @throws Error if an enterprise organization has no limit
 */
export function getRateLimit(plan: Plan, ownLimit: number | null): number {
  if (plan !== 'enterprise') return PLAN_LIMITS[plan];
  if (ownLimit === null) throw new Error('an enterprise organization has no rate limit');
  return ownLimit;
}
