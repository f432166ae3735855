/** The types of the events that a webhook can subscribe to. */
export const WEBHOOK_EVENTS = [
  'project.changed',
  'translations.reviewed',
  'checks.failed',
  'release.published',
  'comment.created',
] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The type of the message that `POST /webhooks/:id/test` sends. */
export const TEST_EVENT = 'webhook.test';

export const MESSAGE_TYPES = [...WEBHOOK_EVENTS, TEST_EVENT] as const;

/** The body of a message (Standard Webhooks, "Payload structure"). */
export const toPayload = (type: string, at: Date, data: object): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });
