import { TRANSLATION_STATES, type TranslationState } from '../../common/translation-state';
import { CrossField } from '../../common/validation/constraint';
import { LanguageListField } from '../../common/validation/domain-fields';
import { BooleanField, ChoiceField } from '../../common/validation/fields';
import { MAX_LANGUAGES } from '../../project-write/project-errors';
import type { Bulk, BulkAction } from '../bulk/bulk';
import { sortTags } from '../key';
import { KeySetFields, toKeySet } from './key-set.fields';
import { TagsField } from './label.fields';

const ACTIONS = ['setState', 'changeTags', 'deleteKeys', 'clearTexts', 'copySource'] as const;

/** The members that each action has: required ones, then others. */
const MEMBERS: Record<(typeof ACTIONS)[number], readonly [required: readonly Option[], others: readonly Option[]]> = {
  setState: [['languages', 'state'], []],
  changeTags: [[], ['addTags', 'removeTags']],
  deleteKeys: [[], []],
  clearTexts: [['languages'], []],
  copySource: [['languages'], ['state', 'overwrite']],
};
type Option = 'languages' | 'state' | 'addTags' | 'removeTags' | 'overwrite';

const isAllowed = (option: Option, { action }: BulkDto): boolean => MEMBERS[action].flat().includes(option);
const isMissing = (option: Option, bulk: BulkDto): boolean =>
  MEMBERS[bulk.action][0].includes(option) && bulk[option] === undefined;

/** Adds the rule that an option is there if the action needs it, and only if the action has it. */
const OfAction =
  (option: Option) =>
  (target: typeof BulkDto): void => {
    CrossField<BulkDto>({
      field: option,
      code: 'required',
      isValid: (bulk) => !isMissing(option, bulk),
      detail: ({ action }) => `is required for ${action}`,
    })(target);
    CrossField<BulkDto>({
      field: option,
      code: 'not_allowed',
      isValid: (bulk) => bulk[option] === undefined || isAllowed(option, bulk),
      detail: ({ action }) => `is no option of ${action}`,
    })(target);
  };

/** A change of many keys. */
@OfAction('languages')
@OfAction('state')
@OfAction('addTags')
@OfAction('removeTags')
@OfAction('overwrite')
@CrossField<BulkDto>({
  code: 'required',
  isValid: ({ action, addTags = [], removeTags = [] }) =>
    action !== 'changeTags' || addTags.length + removeTags.length > 0,
  detail: 'addTags or removeTags',
})
@CrossField<BulkDto>({
  field: 'removeTags',
  code: 'duplicate',
  isValid: ({ addTags = [], removeTags = [] }) => !removeTags.some((tag) => addTags.includes(tag)),
  detail: 'contains a tag of addTags',
})
@CrossField<BulkDto>({
  code: 'required',
  isValid: ({ filter, keyIds }) => (filter === undefined) !== (keyIds === undefined),
  detail: 'either filter or keyIds',
})
export class BulkDto extends KeySetFields {
  @ChoiceField(ACTIONS, {
    enumName: 'BulkAction',
    description:
      'What is done: `setState` sets the state of the texts in `languages`, which confirms them; `changeTags` removes `removeTags` and adds ' +
      '`addTags`; `deleteKeys` deletes the keys; `clearTexts` removes the texts in `languages`; `copySource` writes the source text into ' +
      '`languages` where there is no text, or over each text with `overwrite`.',
    example: 'setState',
  })
  action!: (typeof ACTIONS)[number];

  @LanguageListField({
    optional: true,
    min: 1,
    max: MAX_LANGUAGES,
    description: 'The languages of `setState`, `clearTexts` and `copySource`.',
    example: ['de'],
  })
  languages?: string[];

  @ChoiceField(TRANSLATION_STATES, {
    enumName: 'TranslationState',
    optional: true,
    description: 'The state that `setState` sets, or that the copies of `copySource` have. Default of these: `draft`.',
    example: 'reviewed',
  })
  state?: TranslationState;

  @TagsField('The tags that `changeTags` adds.')
  addTags?: string[];

  @TagsField('The tags that `changeTags` removes.')
  removeTags?: string[];

  @BooleanField({
    optional: true,
    description: 'Whether `copySource` replaces texts too. Default: false.',
    example: false,
  })
  overwrite?: boolean;

  @BooleanField({
    optional: true,
    description: 'Whether the numbers are only computed, and nothing is changed. Default: false.',
    example: true,
  })
  dryRun?: boolean;
}

/** @throws ValidationFailedError for a wrong filter */
export function toBulk(sent: BulkDto): Bulk {
  const { dryRun = false } = sent;
  return { ...toAction(sent), ...toKeySet(sent), dryRun };
}

function toAction({
  action,
  languages = [],
  state,
  addTags = [],
  removeTags = [],
  overwrite = false,
}: BulkDto): BulkAction {
  switch (action) {
    case 'setState':
      return { action, languages, state: state ?? 'translated' };
    case 'changeTags':
      return { action, addTags: sortTags(addTags), removeTags };
    case 'deleteKeys':
      return { action };
    case 'clearTexts':
      return { action, languages };
    case 'copySource':
      return { action, languages, state: state ?? 'draft', overwrite };
  }
}
