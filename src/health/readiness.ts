import { Injectable } from '@nestjs/common';

/** Whether a load balancer may send requests, as far as the service itself decides it. */
@Injectable()
export class Readiness {
  isShuttingDown = false;
}
