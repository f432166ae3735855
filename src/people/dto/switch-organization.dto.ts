import { EXAMPLE_IDS } from '../../common/example-ids';
import { StringField } from '../../common/validation/fields';
import { idRule } from '../../common/validation/text-rules';

/** The organization in which the session goes on. */
export class SwitchOrganizationDto {
  @StringField([idRule], {
    format: 'uuid',
    description: 'The id of another organization of the person.',
    example: EXAMPLE_IDS.organization,
  })
  id!: string;
}
