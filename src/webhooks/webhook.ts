import type { WebhookEvent } from './events';
import type { PauseReason } from './delivery-queue';

/** A webhook without its secret. */
export interface Webhook {
  id: string;
  projectId: string;
  url: string;
  events: WebhookEvent[];
  pausedAt: Date | null;
  pauseReason: PauseReason | null;
  createdAt: Date;
}

/** A webhook whose secret was just made. */
export interface WebhookWithSecret {
  webhook: Webhook;
  /** `whsec_…` */
  secret: string;
}
