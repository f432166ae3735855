import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { CrossField } from '../../common/validation/constraint';
import { BooleanField, IntegerField, StringField } from '../../common/validation/fields';
import { storableRules } from '../../common/validation/text-rules';
import type { ListedChannel } from '../channels.service';

/** Changes of a channel. Absent fields stay as they are. */
@CrossField<PutChannelDto>({
  code: 'required',
  isValid: ({ release, auto, interval }) => [release, auto, interval].some((value) => value !== undefined),
  detail: 'at least one field to change',
})
export class PutChannelDto {
  @StringField(storableRules, {
    optional: true,
    format: 'uuid',
    description:
      'The id of the release to serve, an earlier one too. A new channel needs it. The channel stops to follow the project, unless `auto` is true.',
    example: EXAMPLE_IDS.release,
  })
  release?: string;

  @BooleanField({
    optional: true,
    description:
      'Whether the channel follows the project: changes of the project are released with the options of the release that the channel serves.',
    example: true,
  })
  auto?: boolean;

  @IntegerField(10, 86_400, {
    optional: true,
    description: 'The shortest time between two such releases, in seconds. Default: 60.',
    example: 60,
  })
  interval?: number;
}

/** The release that a channel serves. */
export class ServedReleaseDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.release })
  id!: string;

  @ApiProperty({ description: 'The revision of the project that it shows.', type: 'integer', example: 57 })
  revision!: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  createdAt!: string;
}

/** A revision that a channel could not publish. */
export class RefusedRevisionDto {
  @ApiProperty({ type: 'integer', example: 58 })
  revision!: number;

  @ApiProperty({ description: 'The code of the error: see docs/errors.md.', example: 'checks_failed' })
  code!: string;
}

/** An address that serves one of the releases of a project. */
export class ChannelDto {
  @ApiProperty({ example: 'production' })
  name!: string;

  @ApiProperty({ type: ServedReleaseDto })
  release!: ServedReleaseDto;

  @ApiProperty({ description: 'Whether it follows the project.', example: false })
  auto!: boolean;

  @ApiProperty({
    description: 'The shortest time between two releases, in seconds; null if the channel does not follow the project.',
    type: 'integer',
    nullable: true,
    example: null,
  })
  interval!: number | null;

  @ApiProperty({
    description: 'Since when it serves the release.',
    format: 'date-time',
    example: '2026-11-20T12:00:00.000Z',
  })
  movedAt!: string;

  @ApiProperty({
    description:
      'The last revision of the project that the channel could not publish; null if the last one could, if the channel does not follow the ' +
      'project, or if it was moved to another release since. It is tried again after the interval, also after findings were ignored or terms ' +
      'have changed. After `duplicate_key`, `limit_exceeded`, `plural_conflict`, `unknown_language` and `unwritable_text`, which the revision ' +
      'always has, the channel tries with the next change of the project.',
    type: RefusedRevisionDto,
    nullable: true,
    example: null,
  })
  refused!: RefusedRevisionDto | null;

  static from({ name, release, auto, interval, movedAt, refused }: ListedChannel): ChannelDto {
    const { id, revision, createdAt } = release;
    const served = { id, revision, createdAt: new Date(createdAt).toISOString() };
    return { name, release: served, auto, interval, movedAt: movedAt.toISOString(), refused };
  }
}

export class ChannelListDto {
  @ApiProperty({ type: [ChannelDto] })
  channels!: ChannelDto[];
}

export class ChannelResponseDto {
  @ApiProperty({ type: ChannelDto })
  channel!: ChannelDto;
}
