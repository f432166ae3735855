import type { ImportOptionsDto } from './dto/import-options.dto';
import type { TranslationUnit } from './reading/imported-file';

/**
 * What a pair of a file may do, before anybody looks at the project: `set` a text, `fill` a gap, `clear` a text, or only
 * `name` its key. The values stand in SQL.
 */
export type UnitAction = 'set' | 'fill' | 'clear' | 'name';

type Rules = Pick<ImportOptionsDto, 'conflict' | 'empty'>;

export function getAction(
  { text, language, fromSource }: TranslationUnit,
  rules: Rules,
  sourceLanguage: string,
): UnitAction {
  if (text === null) return 'name';
  const replaces = rules.conflict === 'overwrite' && !fromSource;
  if (text === '' && rules.empty !== 'keep') {
    return rules.empty === 'clear' && language !== sourceLanguage && replaces ? 'clear' : 'name';
  }
  return replaces ? 'set' : 'fill';
}
