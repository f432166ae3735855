import { CursorField } from '../../common/validation/domain-fields';
import { IntegerField, StringField } from '../../common/validation/fields';
import { channelNameRules } from '../channel-name';

export class ListReleasesQuery {
  @StringField(channelNameRules, {
    optional: true,
    description: 'Only releases that were published to this channel.',
    example: 'production',
  })
  channel?: string;

  @IntegerField(1, 100, { optional: true, description: 'The number of items per page. Default: 20.', example: 20 })
  limit = 20;

  @CursorField()
  cursor?: string;
}
