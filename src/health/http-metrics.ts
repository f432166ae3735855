import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { ERROR_CATALOGUE, type ErrorCode } from '../common/errors/catalogue';
import type { CompletedRequest } from '../http/hooks/response-watch';
import { RateLimitedError } from '../rate-limit/rate-limited.error';
import { Metrics } from './metrics';

const LABELS = ['method', 'route', 'status'] as const;

/** Durations and refusals of requests. The route as label, not the path, bounds the series and reveals no tenant. */
@Injectable()
export class HttpMetrics {
  private readonly durations: Histogram<(typeof LABELS)[number]>;
  private readonly refusals: Counter<'caller'>;
  private readonly problems: Counter<'code'>;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Seconds from the arrival of a request to the last byte of its response. Status 499: the client disconnected first.',
      labelNames: LABELS,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    });
    this.refusals = new Counter({
      name: 'glossa_rate_limit_refusals_total',
      help: 'Requests refused by the rate limit of an organization, or of an address without a valid API key.',
      labelNames: ['caller'],
      registers,
    });
    this.problems = new Counter({
      name: 'glossa_problems_total',
      help: 'Error responses by the code of their problem document.',
      labelNames: ['code'],
      registers,
    });
    for (const code of Object.keys(ERROR_CATALOGUE)) this.problems.inc({ code }, 0);
    for (const caller of ['organization', 'address']) this.refusals.inc({ caller }, 0);
  }

  readonly record = ({ request, status, ms }: CompletedRequest): void => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status };
    this.durations.observe(labels, ms / 1_000);
    if (request.problemCode) this.recordProblem(request.problemCode);
    if (request.failure instanceof RateLimitedError) {
      this.refusals.inc({ caller: request.principal ? 'organization' : 'address' });
    }
  };

  readonly recordProblem = (code: ErrorCode): void => this.problems.inc({ code });
}
