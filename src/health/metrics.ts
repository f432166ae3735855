import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, register as ofProcess, Registry } from 'prom-client';

/** Gauges whose names end like names of counters. The same numbers are in metrics without the ending, by type. */
const MISNAMED = ['handles', 'requests', 'resources'].map((kind) => `nodejs_active_${kind}_total`);

/** The registry of one service's metrics. It is not the global one, because tests run several services in a process. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor() {
    for (const metric of metricsOfProcess()) this.registry.registerMetric(metric);
  }
}

/** Returns the metrics of the process, which its services share: they observe the event loop and the garbage collector for good. */
function metricsOfProcess() {
  if (ofProcess.getMetricsAsArray().length === 0) collectDefaultMetrics({ register: ofProcess });
  const names = ofProcess.getMetricsAsArray().map(({ name }) => name);
  return names.flatMap((name) => (MISNAMED.includes(name) ? [] : (ofProcess.getSingleMetric(name) ?? [])));
}
