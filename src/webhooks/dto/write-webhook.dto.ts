import { CrossField } from '../../common/validation/constraint';
import { BooleanField, ListField, oneOf, StringField } from '../../common/validation/fields';
import { storableRules, type TextRule } from '../../common/validation/text-rules';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../events';

const MAX_URL_CHARACTERS = 2_048;

const isUrl = (value: string): boolean => /^\S+$/.test(value) && URL.canParse(value);

const urlRules: readonly TextRule[] = [
  {
    code: 'too_long',
    isValid: (value) => value.length <= MAX_URL_CHARACTERS,
    detail: `at most ${MAX_URL_CHARACTERS} characters`,
  },
  ...storableRules,
  {
    code: 'invalid_format',
    isValid: (value) => isUrl(value) && /^https?:$/.test(new URL(value).protocol),
    detail: 'must be an absolute URL that begins with https:// or http://',
  },
  {
    code: 'not_allowed',
    isValid: (value) => new URL(value).username === '' && new URL(value).password === '',
    detail: 'must not contain a user name or a password',
  },
  { code: 'not_allowed', isValid: (value) => new URL(value).hash === '', detail: 'must not contain a fragment' },
];

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
  @UrlField({ optional: true, description: 'The new URL. The next attempt is made at once.' })
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
