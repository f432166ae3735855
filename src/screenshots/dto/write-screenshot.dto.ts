import { ApiProperty } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { StringField } from '../../common/validation/fields';
import { MAX_REGIONS } from '../screenshot-errors';
import { RegionDto } from './region.dto';

const REGIONS = [{ keyId: EXAMPLE_IDS.key, x: 24, y: 16, width: 180, height: 40 }];

/** The fields of the form beside its file. */
export class ScreenshotFields {
  @StringField([], {
    optional: true,
    description: `The regions of keys, as JSON: a list of up to ${MAX_REGIONS} objects with \`keyId\`, \`x\`, \`y\`, \`width\` and \`height\`, in pixels. Default: none.`,
    example: JSON.stringify(REGIONS),
  })
  keys?: string;
}

/** The form of a screenshot. It is documentation only: `Upload` reads the form from a stream. */
export class ScreenshotFormDto extends ScreenshotFields {
  @ApiProperty({
    type: String,
    format: 'binary',
    description: 'The picture: PNG, JPEG or WebP, up to 10 MiB.',
    // The smallest PNG: one pixel.
    example: '',
  })
  file!: unknown;
}

/** `validRegions` checks its items. */
export class ChangeScreenshotDto {
  @ApiProperty({
    description: 'All regions. Other regions of the screenshot are removed.',
    type: [RegionDto],
    maxItems: MAX_REGIONS,
    example: REGIONS,
  })
  @Allow()
  keys!: unknown;
}
