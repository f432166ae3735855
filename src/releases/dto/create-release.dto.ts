import { CHECK_CODES, type CheckCode } from '../../checks/finding';
import { CrossField } from '../../common/validation/constraint';
import { LanguageListField } from '../../common/validation/domain-fields';
import { BooleanField, ChoiceField, ListField, oneOf, StringField } from '../../common/validation/fields';
import { MAX_LANGUAGES } from '../../project-write/project-errors';
import { RevisionField } from '../../projects/dto/min-revision.query';
import { channelNameRules } from '../channel-name';
import { RELEASE_FORMATS, type ReleaseFormat, type ReleaseOptions } from '../release';

/** A release to publish. */
@CrossField<CreateReleaseDto>({
  code: 'not_allowed',
  isValid: ({ revision, failOn }) => revision === undefined || failOn === undefined || failOn.length === 0,
  detail: 'an earlier revision has no findings: either revision or failOn',
})
export class CreateReleaseDto {
  @StringField(channelNameRules, {
    description: 'The channel that serves the release from now on; a new one is made.',
    example: 'production',
  })
  channel!: string;

  @ChoiceField(RELEASE_FORMATS, {
    enumName: 'ReleaseFormat',
    optional: true,
    description: 'The format of the files. Default: `json`, a flat object of texts by key name.',
    example: 'json',
  })
  format: ReleaseFormat = 'json';

  @LanguageListField({
    optional: true,
    min: 1,
    max: MAX_LANGUAGES,
    description: 'The languages of the release. Default: all languages of the project.',
    example: ['en', 'de'],
  })
  languages?: string[];

  @BooleanField({
    optional: true,
    description:
      'Whether each language has a file for each namespace, in which names stand without the namespace. Default: false, one file a language.',
    example: false,
  })
  perNamespace = false;

  @ChoiceField(['none', 'auto'], {
    enumName: 'ReleaseFallback',
    optional: true,
    description:
      'How a language without files is answered: not at all (`none`, the default), or with the files of the nearest less specific language (`auto`): `de-AT` with `de`.',
    example: 'auto',
  })
  fallback: 'none' | 'auto' = 'none';

  @ChoiceField(['translated', 'reviewed'], {
    optional: true,
    description:
      'The lowest state of the texts in the release. Source texts are in it in any state. Default: all texts.',
    example: 'reviewed',
  })
  minState?: 'translated' | 'reviewed';

  @RevisionField()
  revision?: number;

  @ListField([oneOf(CHECK_CODES)], {
    optional: true,
    max: CHECK_CODES.length,
    items: { enum: [...CHECK_CODES] },
    description:
      'Checks that refuse the release: if one of its texts has a finding of them that is not ignored, the response is a 400 `checks_failed`, and nothing is published. Not with `revision`. Default: none.',
    example: ['placeholder_missing'],
  })
  failOn?: CheckCode[];

  /** Returns the options with which it is rendered. */
  static optionsOf({ format, languages, perNamespace, fallback, minState, failOn }: CreateReleaseDto): ReleaseOptions {
    const [selected, state] = [languages ?? null, minState ?? null];
    return { format, languages: selected, perNamespace, fallback, minState: state, failOn: failOn ?? [] };
  }
}
