import { DomainError } from '../common/errors/domain-error';

/** The most webhooks of a project. */
export const MAX_WEBHOOKS = 20;

/** Also thrown for webhooks that the caller cannot access, so that their existence is not revealed. */
export class WebhookNotFoundError extends DomainError {
  constructor() {
    super('webhook_not_found', 'there is no such webhook within reach');
  }
}

/** Also thrown for deliveries that the caller cannot access, and for expired deliveries. */
export class DeliveryNotFoundError extends DomainError {
  constructor() {
    super('delivery_not_found', 'there is no such delivery within reach');
  }
}

export class TooManyWebhooksError extends DomainError {
  constructor() {
    super('limit_exceeded', `a project has at most ${MAX_WEBHOOKS} webhooks`);
  }
}
