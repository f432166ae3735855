import { ApiProperty } from '@nestjs/swagger';
import { PAUSE_REASONS, type PauseReason } from '../delivery-queue';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../events';
import type { Webhook, WebhookWithSecret } from '../webhook';
import { EXAMPLE_IDS } from '../../common/example-ids';

/** A webhook without its secret. */
export class WebhookDto {
  @ApiProperty({
    description: 'The id of the webhook: a UUID of version 7.',
    format: 'uuid',
    example: EXAMPLE_IDS.webhook,
  })
  id!: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.project })
  projectId!: string;

  @ApiProperty({ example: 'https://example.com/hooks/glossa' })
  url!: string;

  @ApiProperty({ enum: WEBHOOK_EVENTS, enumName: 'WebhookEvent', isArray: true, example: ['project.changed'] })
  events!: WebhookEvent[];

  @ApiProperty({ description: 'Whether deliveries have stopped. Events are queued meanwhile.', example: false })
  paused!: boolean;

  @ApiProperty({
    description:
      'Why it is paused: all attempts of 24 hours failed (`failing`), or `PATCH` paused it (`requested`). Null if it is not.',
    enum: PAUSE_REASONS,
    enumName: 'PauseReason',
    nullable: true,
    example: null,
  })
  pauseReason!: PauseReason | null;

  @ApiProperty({
    description: 'Since when it is paused; null if it is not.',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  pausedAt!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  createdAt!: string;

  static from({ id, projectId, url, events, pauseReason, pausedAt, createdAt }: Webhook): WebhookDto {
    return {
      id,
      projectId,
      url,
      events,
      paused: pausedAt !== null,
      pauseReason,
      pausedAt: pausedAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    };
  }
}

/** A webhook with its secret, which only the response to its creation or rotation contains. */
export class NewWebhookDto extends WebhookDto {
  @ApiProperty({
    description:
      'The secret that signs messages (Standard Webhooks): `whsec_` and 32 bytes in base64. No other response contains it.',
    example: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  })
  secret!: string;

  static fromNew({ webhook, secret }: WebhookWithSecret): NewWebhookDto {
    return { ...WebhookDto.from(webhook), secret };
  }
}

export class WebhookListDto {
  @ApiProperty({ type: [WebhookDto] })
  webhooks!: WebhookDto[];
}

export class WebhookResponseDto {
  @ApiProperty({ type: WebhookDto })
  webhook!: WebhookDto;
}

export class NewWebhookResponseDto {
  @ApiProperty({ type: NewWebhookDto })
  webhook!: NewWebhookDto;
}
