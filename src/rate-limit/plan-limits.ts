import type { Plan } from '../common/access/principal';

/** Requests a minute of a whole organization; enterprise has a number of its own. */
export const PLAN_LIMITS = { free: 100, starter: 500, growth: 1_000, professional: 5_000 } as const satisfies Record<
  Exclude<Plan, 'enterprise'>,
  number
>;

/** Requests a minute. @param ownLimit the organization's own, which the database demands of enterprise and of no other plan */
export function getRateLimit(plan: Plan, ownLimit: number | null): number {
  if (plan !== 'enterprise') return PLAN_LIMITS[plan];
  if (ownLimit === null) throw new Error('an enterprise organization without a rate limit');
  return ownLimit;
}
