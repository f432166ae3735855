/** How requests are counted, for health checks and metrics. */
export class RateLimitHealth {
  /** `redis`: all replicas together. */
  mode: 'process' | 'redis' = 'process';
  /** Redis is away: each replica counts for itself. */
  degraded = false;
  /** Requests that were counted in the process because Redis was away. */
  countedInProcess = 0;
}
