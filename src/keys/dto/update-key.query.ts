import { ChoiceField } from '../../common/validation/fields';

export class UpdateKeyQuery {
  @ChoiceField(['translations'], {
    optional: true,
    description:
      'Whether the response has the key as `GET /keys/:id` has it: with the states of its texts, whether they are outdated, and what the ' +
      'checks find in them now.',
    example: 'translations',
  })
  include?: 'translations';
}
