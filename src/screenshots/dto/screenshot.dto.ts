import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/example-ids';
import type { Page } from '../../http/queries/page';
import { PageDto } from '../../http/queries/page.dto';
import { PICTURE_FORMATS, type PictureFormat } from '../pictures/picture-format';
import type { Screenshot } from '../screenshot';
import { RegionDto } from './region.dto';

export class ScreenshotDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.screenshot })
  id!: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.project })
  projectId!: string;

  @ApiProperty({
    description: 'The name of the file; null: it had none.',
    type: String,
    nullable: true,
    example: 'home.png',
  })
  name!: string | null;

  @ApiProperty({
    description: 'SHA-256 of the file as it was sent.',
    example: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  })
  sha256!: string;

  @ApiProperty({ enum: PICTURE_FORMATS, example: 'png' })
  format!: PictureFormat;

  @ApiProperty({ type: 'integer', description: 'Pixels.', example: 1_280 })
  width!: number;

  @ApiProperty({ type: 'integer', description: 'Pixels.', example: 800 })
  height!: number;

  @ApiProperty({ type: 'integer', description: 'Bytes of the picture as it is served.', example: 48_213 })
  bytes!: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({ description: 'The regions of keys that exist.', type: [RegionDto] })
  keys!: RegionDto[];

  static from({ createdAt, ...screenshot }: Screenshot): ScreenshotDto {
    const { id, projectId, name, sha256, format, width, height, bytes, keys } = screenshot;
    return { id, projectId, name, sha256, format, width, height, bytes, createdAt: createdAt.toISOString(), keys };
  }
}

export class ScreenshotResponseDto {
  @ApiProperty({ type: ScreenshotDto })
  screenshot!: ScreenshotDto;
}

export class ScreenshotListDto extends PageDto {
  @ApiProperty({ type: [ScreenshotDto] })
  screenshots!: ScreenshotDto[];

  static from({ items, nextCursor }: Page<Screenshot>): ScreenshotListDto {
    return { screenshots: items.map((screenshot) => ScreenshotDto.from(screenshot)), nextCursor };
  }
}
