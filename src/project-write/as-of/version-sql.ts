import { stateNameSql } from '../../common/translation-state';

/** SQL of a `KeyVersion` from the columns of `keys` or of its history. */
export const keyVersion = (
  row: string,
): string => `jsonb_build_object('name', ${row}.name, 'description', ${row}.description,
    'tags', coalesce(${row}.tags, '[]'), 'maxLength', ${row}.max_length)`;

/** SQL of a `TextVersion` from the columns of `translations` or of its history. */
export const textVersion = (row: string): string =>
  `jsonb_build_object('text', ${row}.text, 'state', ${stateNameSql(`${row}.state`)})`;
