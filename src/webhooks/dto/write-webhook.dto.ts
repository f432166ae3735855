import { CrossField } from '../../common/validation/constraint';
import { BooleanField, ListField, oneOf, StringField } from '../../common/validation/fields';
import { urlRules } from '../../common/validation/url-rules';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../events';

const UrlField = (options: { description: string; optional?: boolean }): PropertyDecorator =>
  StringField(urlRules, { ...options, example: 'https://example.com/hooks/glossa' });

const EventsField = (description: string): PropertyDecorator =>
  ListField([oneOf(WEBHOOK_EVENTS)], {
    optional: true,
    min: 1,
    max: WEBHOOK_EVENTS.length,
    items: { enum: [...WEBHOOK_EVENTS] },
    description,
    example: [...WEBHOOK_EVENTS],
  });

/** A webhook to create. */
export class CreateWebhookDto {
  @UrlField({
    description:
      'The URL that receives a POST for each event: `https` or `http`, at most 2,048 characters, without user name and ' +
      'password. Its host must have public addresses only, unless the operator has allowed others.',
  })
  url!: string;

  @EventsField('The types of the events to subscribe to. Default: all.')
  events?: WebhookEvent[];
}

/** Changes of a webhook. Absent fields stay as they are. */
@CrossField<ChangeWebhookDto>({
  code: 'required',
  isValid: ({ url, events, paused }) => [url, events, paused].some((value) => value !== undefined),
  detail: 'at least one field to change',
})
export class ChangeWebhookDto {
  @UrlField({
    optional: true,
    description: 'The new URL. The next attempt is made at once, or after the attempt that is under way.',
  })
  url?: string;

  @EventsField('The types of the events to subscribe to from now on. What is in the queue stays there.')
  events?: WebhookEvent[];

  @BooleanField({
    optional: true,
    description:
      '`true` stops deliveries; events are queued meanwhile. `false` goes on with the oldest event in the queue, at once.',
    example: false,
  })
  paused?: boolean;
}
