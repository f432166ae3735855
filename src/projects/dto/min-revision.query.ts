import { IntegerField } from '../../common/validation/fields';

/** The revision that the response must contain: the `X-Glossa-Revision` of a write. */
export const MinRevisionField = (): PropertyDecorator =>
  IntegerField(0, Number.MAX_SAFE_INTEGER, {
    optional: true,
    description:
      'The least revision of the project that the response must contain: the `X-Glossa-Revision` of a write. Without it, ' +
      'the response may be some seconds old where the installation reads from a standby.',
    example: 57,
  });

/** An earlier revision to read. */
export const RevisionField = (): PropertyDecorator =>
  IntegerField(0, Number.MAX_SAFE_INTEGER, {
    optional: true,
    description:
      'The revision to read: the response is the same as when the project was at this revision. ' +
      'Default: the present one. A revision that the project has not reached is a 400 `unknown_revision`, one that the history no longer has a 400 `revision_pruned`.',
    example: 57,
  });

/** The query of a read without other parameters. */
export class MinRevisionQuery {
  @MinRevisionField()
  minRevision?: number;
}
