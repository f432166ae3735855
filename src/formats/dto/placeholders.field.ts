import { ChoiceField } from '../../common/validation/fields';
import { PLACEHOLDER_STYLES } from '../../language-files';

/** Of imports and exports alike. */
export const PlaceholdersField = (): PropertyDecorator =>
  ChoiceField(['keep', ...PLACEHOLDER_STYLES], {
    optional: true,
    description:
      'How placeholders are written: as they are (`keep`, the default), or in a style: `icu` `{name}`, `i18next` `{{name}}`, `printf` `%s`, `android` `%1$s`, `apple` `%@`, `ruby` `%{name}`. A text that cannot be converted stays, and a warning says so.',
    example: 'keep',
  });
