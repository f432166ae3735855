import { ChoiceField } from '../../common/validation/fields';
import { PLACEHOLDER_STYLES } from '../../language-files';

/** The option `placeholders` of imports and exports. */
export const PlaceholdersField = (): PropertyDecorator =>
  ChoiceField(['keep', ...PLACEHOLDER_STYLES], {
    enumName: 'PlaceholderStyle',
    optional: true,
    description:
      'The style of placeholders: unchanged (`keep`, the default), or converted to `icu` `{name}`, `i18next` `{{name}}`, `printf` `%s`, `android` `%1$s`, `apple` `%@`, `ruby` `%{name}`, `fluent` `{ $name }`, `qt` `%1` or `laravel` `:name`. A text that cannot be converted is not changed and produces a warning. In exports, arguments of ICU or another format in the forms of a plural are written in the style of the format by default.',
    example: 'keep',
  });
