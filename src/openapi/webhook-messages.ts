import type { Type } from '@nestjs/common';
import { getSchemaPath, type OpenAPIObject, type OperationObject, type ParameterObject } from '@nestjs/swagger';
import {
  ChecksFailedMessageDto,
  CommentCreatedMessageDto,
  ProjectChangedMessageDto,
  ReleasePublishedMessageDto,
  TestMessageDto,
  TranslationsReviewedMessageDto,
} from '../webhooks/dto/message.dto';
import type { MESSAGE_TYPES } from '../webhooks/events';
import { buildExample, type Schemas } from './examples';
import { EXAMPLE_IDS } from '../common/example-ids';

type MessageType = (typeof MESSAGE_TYPES)[number];

interface DocumentedMessage {
  id: string;
  summary: string;
  description: string;
  body: Type<unknown>;
}

/** Each type of message that webhooks send. */
const MESSAGES: Record<MessageType, DocumentedMessage> = {
  'project.changed': {
    id: 'onProjectChanged',
    summary: 'A project was changed',
    description: 'Sent once for each change that raised the revision of a project, in their order.',
    body: ProjectChangedMessageDto,
  },
  'translations.reviewed': {
    id: 'onTranslationsReviewed',
    summary: 'Texts were reviewed',
    description: 'Sent once for each change that gave texts the state `reviewed`, behind its `project.changed`.',
    body: TranslationsReviewedMessageDto,
  },
  'checks.failed': {
    id: 'onChecksFailed',
    summary: 'Checks found something',
    description:
      'Sent when the checks of changed texts have new findings, some seconds after the change. Changes that follow each other closely ' +
      'have one message.',
    body: ChecksFailedMessageDto,
  },
  'release.published': {
    id: 'onReleasePublished',
    summary: 'A channel serves another release',
    description:
      'Sent when a release is published, and when a channel is moved to another release, back too: caches in front can be purged.',
    body: ReleasePublishedMessageDto,
  },
  'comment.created': {
    id: 'onCommentCreated',
    summary: 'Somebody comments on a key',
    description: 'Sent once for each new comment.',
    body: CommentCreatedMessageDto,
  },
  'webhook.test': {
    id: 'onWebhookTest',
    summary: 'A webhook is tested',
    description: 'Sent by `POST /webhooks/{id}/test`.',
    body: TestMessageDto,
  },
};

const header = (name: string, description: string, example: string): ParameterObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', examples: [example] },
});

const HEADERS: readonly ParameterObject[] = [
  header('webhook-id', 'The id of the delivery, the same for each attempt.', EXAMPLE_IDS.delivery),
  header('webhook-timestamp', 'The time of the attempt, in seconds since 1970.', '1795262400'),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the body, joined by dots, in base64. For a day after a ' +
      'rotation of the secret, two of them separated by a space.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

/** Returns the requests that the service sends to webhooks (OpenAPI 3.1, "webhooks"). */
export function describeMessages(schemas: Schemas): NonNullable<OpenAPIObject['webhooks']> {
  return Object.fromEntries(
    Object.entries(MESSAGES).map(([type, { id, summary, description, body }]) => {
      const schema = { $ref: getSchemaPath(body) };
      const post: OperationObject = {
        operationId: id,
        summary,
        description,
        tags: ['Webhooks'],
        security: [],
        parameters: [...HEADERS],
        requestBody: {
          required: true,
          content: { 'application/json': { schema, example: buildExample(schema, schemas) } },
        },
        responses: {
          '204': { description: 'Any status of 2xx within 10 s confirms the delivery. The body has no meaning.' },
        },
      };
      return [type, { post }];
    }),
  );
}
