import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { DeliveryFiles } from '../delivery/delivery-files';
import { HotDelivery } from '../delivery/hot-delivery';
import { Metrics } from './metrics';

/** Metrics of delivered files. The requests that are answered from memory are not in the durations of requests. */
@Injectable()
export class DeliveryMetrics {
  constructor({ registry }: Metrics, { counters }: HotDelivery, files: DeliveryFiles) {
    const registers = [registry];
    new Counter({
      name: 'glossa_delivery_requests_total',
      help: 'Requests for delivered files by their result: answered from memory or from the database, or refused by the limit.',
      labelNames: ['result'],
      registers,
      collect() {
        this.reset();
        const { memory, database, refused } = counters;
        for (const [result, count] of Object.entries({ memory, database, refused })) this.inc({ result }, count);
      },
    });
    new Counter({
      name: 'glossa_delivery_sent_bytes_total',
      help: 'Bytes of delivered files that were sent from memory.',
      registers,
      collect() {
        this.reset();
        this.inc(counters.bytes);
      },
    });
    new Gauge({
      name: 'glossa_delivery_cache_bytes',
      help: 'Memory of delivered files.',
      registers,
      collect() {
        this.set(files.cachedBytes);
      },
    });
  }
}
