import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';
import { DeliveryListDto, DeliveryResponseDto } from './dto/delivery.dto';
import {
  ChecksFailedMessageDto,
  ProjectChangedMessageDto,
  TestMessageDto,
  CommentCreatedMessageDto,
  ReleasePublishedMessageDto,
  TranslationsReviewedMessageDto,
} from './dto/message.dto';
import { NewWebhookResponseDto, WebhookListDto, WebhookResponseDto } from './dto/webhook.dto';
import { EXAMPLE_IDS } from '../common/example-ids';

const DELIVERY_BY_HAND = {
  id: EXAMPLE_IDS.delivery,
  status: 'pending',
  nextAttemptAt: '2026-11-20T12:00:00.000Z',
  error: null,
  createdAt: '2026-11-20T12:00:00.000Z',
};

export const webhookOperations = {
  list: {
    id: 'listWebhooks',
    answer: 'object',
    summary: 'List webhooks',
    description: 'Lists the webhooks of a project, oldest first: at most 20.',
    response: WebhookListDto,
    errors: ['project_not_found'],
  },
  create: {
    id: 'createWebhook',
    answer: 'object',
    summary: 'Create a webhook',
    description:
      'From now on, each event of the project is sent to the URL as a POST, signed as [Standard Webhooks](https://www.standardwebhooks.com) ' +
      'requires. The response contains the secret of the signature, which no other response contains. `project.changed` is sent ' +
      'once for each change that raised the revision, in their order, `translations.reviewed` behind it if it set texts to `reviewed`, and ' +
      '`checks.failed` when the checks of changed texts have new findings. An answer of 2xx ' +
      'within 10 s confirms the delivery; after any other result it is attempted again, with growing delays, for 24 hours, ' +
      'after which the webhook is paused. A message can arrive more than once, always with the same `webhook-id`.',
    status: 201,
    response: NewWebhookResponseDto,
    secret: true,
    models: [
      ProjectChangedMessageDto,
      TranslationsReviewedMessageDto,
      ChecksFailedMessageDto,
      ReleasePublishedMessageDto,
      CommentCreatedMessageDto,
      TestMessageDto,
    ],
    errors: ['project_not_found', 'limit_exceeded', 'project_busy'],
    requestExample: { url: 'https://example.com/hooks/glossa', events: ['project.changed'] },
  },
  get: {
    id: 'getWebhook',
    answer: 'object',
    summary: 'Read a webhook',
    description: 'Returns a webhook without its secret.',
    response: WebhookResponseDto,
    errors: ['webhook_not_found'],
  },
  change: {
    id: 'changeWebhook',
    answer: 'object',
    summary: 'Change, pause or resume a webhook',
    description:
      'Changes the URL, the events, or whether the webhook is paused. Fields that are absent stay as they are; the secret does too. ' +
      'While a webhook is paused, its events are queued, the last 10,000 of 14 days; `{"paused": false}` sends them in their order.',
    response: WebhookResponseDto,
    errors: ['webhook_not_found'],
    requestExample: { paused: false },
  },
  delete: {
    id: 'deleteWebhook',
    answer: 'object',
    summary: 'Delete a webhook',
    description:
      'Deletes a webhook with its deliveries. What is being sent may still arrive. A request body is ignored.',
    response: DeletedDto,
    errors: ['webhook_not_found', 'project_busy'],
  },
  rotate: {
    id: 'rotateWebhook',
    answer: 'object',
    summary: 'Give a webhook a new secret',
    description:
      'Creates a new secret, which only this response contains. For 24 hours, messages have two signatures, one with each secret, ' +
      'so that the receiver can change its own in the meantime.',
    response: NewWebhookResponseDto,
    secret: true,
    errors: ['webhook_not_found'],
  },
  test: {
    id: 'testWebhook',
    answer: 'object',
    summary: 'Send a test message',
    description:
      'Sends a message of the type `webhook.test` at once, before what is in the queue, also while the webhook is paused. It is ' +
      'attempted once. The response is the delivery before the attempt; the list of deliveries has its result.',
    response: DeliveryResponseDto,
    errors: ['webhook_not_found'],
    responseExample: { delivery: { ...DELIVERY_BY_HAND, event: 'webhook.test', attempts: 0, responseStatus: null } },
  },
  deliveries: {
    id: 'listDeliveries',
    answer: 'page',
    summary: 'List deliveries',
    description:
      'Lists the deliveries of a webhook, newest first, 100 per page unless `limit` is given. Deliveries of the last 14 days are kept, up to ' +
      '10,000. `nextCursor` is the `cursor` of the next page.',
    response: DeliveryListDto,
    errors: ['webhook_not_found'],
  },
  redeliver: {
    id: 'redeliver',
    answer: 'object',
    summary: 'Send a delivery again',
    description:
      'Makes an attempt at once, before what is in the queue, also while the webhook is paused. The message is the same, with the ' +
      'same `webhook-id`. A delivery that is still in the queue stays there if the attempt fails. The response is the delivery ' +
      'before the attempt.',
    response: DeliveryResponseDto,
    errors: ['delivery_not_found'],
    responseExample: { delivery: { ...DELIVERY_BY_HAND, event: 'project.changed', attempts: 1, responseStatus: 204 } },
  },
} satisfies Record<string, OperationOptions>;
