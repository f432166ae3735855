import { EXAMPLE_IDS } from '../../common/example-ids';
import { CursorField } from '../../common/validation/domain-fields';
import { IntegerField, StringField } from '../../common/validation/fields';
import { idRule } from '../../common/validation/text-rules';

export class ListScreenshotsQuery {
  @StringField([idRule], {
    optional: true,
    format: 'uuid',
    description: 'Only screenshots with a region of this key.',
    example: EXAMPLE_IDS.key,
  })
  keyId?: string;

  @IntegerField(1, 50, { optional: true, description: 'Screenshots per page. Default: 50.', example: 50 })
  limit = 50;

  @CursorField()
  cursor?: string;
}
