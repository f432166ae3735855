import { EXAMPLE_IDS } from '../../common/example-ids';
import { CrossField } from '../../common/validation/constraint';
import { LanguageField } from '../../common/validation/domain-fields';
import { BooleanField, StringField } from '../../common/validation/fields';
import { commentRules, idRule } from '../../common/validation/text-rules';

/** A comment to write. */
export class CreateCommentDto {
  @StringField(commentRules, {
    description: 'At most 10,000 characters.',
    example: 'Is this a verb?',
  })
  text!: string;

  @LanguageField({
    optional: true,
    description: 'The language of the text. Default: it is about the key.',
    example: 'de',
  })
  language?: string;

  @StringField([idRule], {
    optional: true,
    format: 'uuid',
    description: 'Another comment on the key.',
    example: EXAMPLE_IDS.comment,
  })
  replyTo?: string;
}

/** Changes of a comment. Absent fields stay as they are. */
@CrossField<ChangeCommentDto>({
  code: 'required',
  isValid: ({ text, resolved }) => text !== undefined || resolved !== undefined,
  detail: 'at least one of text, resolved',
})
export class ChangeCommentDto {
  @StringField(commentRules, { optional: true, description: 'The new text.', example: 'Is it a verb?' })
  text?: string;

  @BooleanField({
    optional: true,
    description: 'Whether the discussion is resolved; `false` opens it again.',
    example: true,
  })
  resolved?: boolean;
}
