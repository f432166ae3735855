/** The state of rate limiting, for health checks and metrics. */
export class RateLimitHealth {
  /** True while Redis does not respond and each replica counts requests in its own process. */
  degraded = false;
  /** Requests that were counted in the process because Redis did not respond. */
  countedInProcess = 0;

  /** @param mode `process` if there is no Redis, `redis` if all replicas share their counters */
  constructor(readonly mode: 'process' | 'redis') {}
}
