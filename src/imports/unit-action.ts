import type { ImportOptionsDto } from './dto/import-options.dto';
import { replaces } from './merge/merge-rule';
import type { TranslationUnit } from './reading/packed/translation-units';

/**
 * The change that the options allow for a translation unit, whatever the project contains: `set` writes the text,
 * `fill` writes it where the project has none, `clear` removes the text, `name` only creates the key. SQL contains
 * these values.
 */
export type UnitAction = 'set' | 'fill' | 'clear' | 'name';

export type Rules = Pick<ImportOptionsDto, 'base' | 'conflict' | 'empty'>;

export function getAction(
  { text, language, fromSource }: TranslationUnit,
  rules: Rules,
  sourceLanguage: string,
): UnitAction {
  if (text === null) return 'name';
  const { empty } = rules;
  const isReplaced = replaces(rules) && !fromSource;
  if (text === '') {
    const isSource = language === sourceLanguage;
    // The source text of a bilingual file is empty where the key has none.
    const isKept = empty === 'keep' || (empty === 'auto' && isSource && !fromSource);
    if (!isKept) return empty === 'clear' && !isSource && isReplaced ? 'clear' : 'name';
  }
  return isReplaced ? 'set' : 'fill';
}
