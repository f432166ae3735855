import { BooleanField, IntegerField } from '../../common/validation/fields';

export class EventsQuery {
  @IntegerField(0, 999_999_999_999_999, {
    optional: true,
    description:
      'The revision that the client knows: later changes are sent first. `Last-Event-ID` wins. Default: the present one.',
    example: 57,
  })
  since?: number;

  @BooleanField({
    optional: true,
    description:
      'Whether the answer ends when what is known has been sent, instead of waiting for more. Default: false.',
    example: true,
  })
  once?: boolean;
}
