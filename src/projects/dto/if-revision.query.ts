import { IntegerField } from '../../common/validation/fields';

/** The revision that the project must have for the write to be done. */
export const IfRevisionField = (): PropertyDecorator =>
  IntegerField(0, Number.MAX_SAFE_INTEGER, {
    optional: true,
    description:
      'The revision that the project must be at, for instance the revision of a dry run. If it is at another revision, the response is a ' +
      '400 `revision_moved` that contains its `revision`, and nothing is written.',
    example: 57,
  });

/** The query of a write without other parameters. */
export class IfRevisionQuery {
  @IfRevisionField()
  ifRevision?: number;
}
