import { ApiProperty } from '@nestjs/swagger';
import type { Page } from '../../http/queries/page';
import { PageDto } from '../../http/queries/page.dto';
import { type Delivery, DELIVERY_STATUSES } from '../deliveries.service';
import { MESSAGE_TYPES } from '../events';
import { DELIVERY_FAILURES, type DeliveryFailure } from '../webhook-client';
import { EXAMPLE_IDS } from '../../common/example-ids';

/** A message for a webhook, and what became of it. */
export class DeliveryDto {
  @ApiProperty({
    description: 'The id of the delivery: a UUID of version 7. Each attempt has it as `webhook-id`.',
    format: 'uuid',
    example: EXAMPLE_IDS.delivery,
  })
  id!: string;

  @ApiProperty({
    description: 'The `type` of the message; a test sends `webhook.test`.',
    enum: MESSAGE_TYPES,
    enumName: 'MessageType',
    example: 'project.changed',
  })
  event!: (typeof MESSAGE_TYPES)[number];

  @ApiProperty({ description: 'The number of attempts.', type: 'integer', example: 1 })
  attempts!: number;

  @ApiProperty({
    description:
      '`pending`: an attempt will be made, unless the webhook is paused. Otherwise the result of the last attempt: `delivered` or `failed`.',
    enum: DELIVERY_STATUSES,
    enumName: 'DeliveryStatus',
    example: 'delivered',
  })
  status!: (typeof DELIVERY_STATUSES)[number];

  @ApiProperty({
    description:
      'The time of the next attempt, or a later one if an earlier event is still in the queue. Null: no attempt will be made, or the webhook is paused.',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  nextAttemptAt!: string | null;

  @ApiProperty({
    description: 'The status of the last answer; null if there was none.',
    type: 'integer',
    nullable: true,
    example: 204,
  })
  responseStatus!: number | null;

  @ApiProperty({
    description:
      'Why the last attempt failed: no answer within 10 s (`timeout`), no connection (`unreachable`), a host whose address is not public ' +
      '(`address_not_allowed`), a redirect (`redirect`), another status than 2xx (`status`), or a signing secret that the service ' +
      'cannot read any more, which a rotation cures (`secret_unreadable`). Null: it did not fail.',
    enum: DELIVERY_FAILURES,
    enumName: 'DeliveryFailure',
    nullable: true,
    example: null,
  })
  error!: DeliveryFailure | null;

  @ApiProperty({ description: 'The time of the event.', format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  createdAt!: string;

  static from(delivery: Delivery): DeliveryDto {
    const { id, event, attempts, status, nextAttemptAt, responseStatus, error, createdAt } = delivery;
    return {
      id,
      event,
      attempts,
      status,
      nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
      responseStatus,
      error,
      createdAt: createdAt.toISOString(),
    };
  }
}

export class DeliveryResponseDto {
  @ApiProperty({ type: DeliveryDto })
  delivery!: DeliveryDto;
}

/** A page of deliveries. */
export class DeliveryListDto extends PageDto {
  @ApiProperty({ type: [DeliveryDto] })
  deliveries!: DeliveryDto[];

  static from({ items, nextCursor }: Page<Delivery>): DeliveryListDto {
    return { deliveries: items.map((delivery) => DeliveryDto.from(delivery)), nextCursor };
  }
}
