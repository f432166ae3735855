import type { Schemas } from './api/client';

type Plan = Schemas['Organization']['plan'];

/** Requests a minute of the plans; each organization of the plan enterprise has a number of its own. */
export const PLANS: Record<Plan, number | undefined> = {
  free: 100,
  starter: 500,
  growth: 1_000,
  professional: 5_000,
  enterprise: undefined,
};

export const planName = (plan: Plan): string => plan.charAt(0).toUpperCase() + plan.slice(1);
