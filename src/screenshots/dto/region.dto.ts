import { EXAMPLE_IDS } from '../../common/example-ids';
import { IntegerField, StringField } from '../../common/validation/fields';
import { idRule } from '../../common/validation/text-rules';
import type { Region } from '../screenshot';

/** More than a side of any picture has. */
const MAX_PIXELS = 100_000;

/** Where a key is shown: a rectangle within the picture, in pixels from its upper left corner. */
export class RegionDto implements Region {
  @StringField([idRule], { format: 'uuid', description: 'A key of the project.', example: EXAMPLE_IDS.key })
  keyId!: string;

  @IntegerField(0, MAX_PIXELS, { description: 'Pixels from the left.', example: 24 })
  x!: number;

  @IntegerField(0, MAX_PIXELS, { description: 'Pixels from the top.', example: 16 })
  y!: number;

  @IntegerField(1, MAX_PIXELS, { description: 'Pixels.', example: 180 })
  width!: number;

  @IntegerField(1, MAX_PIXELS, { description: 'Pixels.', example: 40 })
  height!: number;
}
