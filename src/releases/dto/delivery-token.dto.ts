import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { IntegerField, StringField } from '../../common/validation/fields';
import { displayNameRules } from '../../common/validation/text-rules';
import type { ListedDeliveryToken, UsageOfDay } from '../delivery-tokens.service';

/** A delivery token to make. */
export class CreateDeliveryTokenDto {
  @StringField(displayNameRules, { description: 'Its name, for people.', example: 'Web shop' })
  name!: string;
}

/** A part of the public addresses of a project's releases. It is no secret: applications contain it. */
export class DeliveryTokenDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.deliveryToken })
  id!: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.project })
  projectId!: string;

  @ApiProperty({ example: 'Web shop' })
  name!: string;

  @ApiProperty({ example: 'glossa_pub_AAAAAAAAAAAAAAAAAAAAAAAA' })
  token!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  createdAt!: string;

  static from({ id, projectId, name, token, createdAt }: ListedDeliveryToken): DeliveryTokenDto {
    return { id, projectId, name, token, createdAt: createdAt.toISOString() };
  }
}

export class DeliveryTokenListDto {
  @ApiProperty({ type: [DeliveryTokenDto] })
  deliveryTokens!: DeliveryTokenDto[];
}

export class DeliveryTokenResponseDto {
  @ApiProperty({ type: DeliveryTokenDto })
  deliveryToken!: DeliveryTokenDto;
}

export class DeliveryUsageQuery {
  @IntegerField(1, 400, {
    optional: true,
    description: 'The number of days, today in UTC the last one. Default: 30.',
    example: 30,
  })
  days = 30;
}

/** The usage of a delivery token on a day. */
export class UsageOfDayDto {
  @ApiProperty({ description: 'In UTC.', format: 'date', example: '2026-11-20' })
  day!: string;

  @ApiProperty({
    description: 'The delivery token; it may be revoked.',
    format: 'uuid',
    example: EXAMPLE_IDS.deliveryToken,
  })
  deliveryTokenId!: string;

  @ApiProperty({ description: 'Answered requests, 304 included.', type: 'integer', example: 1200 })
  requests!: number;

  @ApiProperty({ description: 'Bytes of bodies, as they were sent.', type: 'integer', example: 96000 })
  bytes!: number;

  static from({ day, deliveryTokenId, requests, bytes }: UsageOfDay): UsageOfDayDto {
    return { day, deliveryTokenId, requests, bytes };
  }
}

export class DeliveryUsageDto {
  @ApiProperty({ type: [UsageOfDayDto] })
  usage!: UsageOfDayDto[];
}
