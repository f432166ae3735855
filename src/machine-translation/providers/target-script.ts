import { ProviderError } from '../machine-failure';

/** Returns the script in which a language is written; undefined if that is not known. */
const scriptOf = (tag: string): string | undefined => new Intl.Locale(tag).maximize().script;

/**
 * Returns the code of a target language.
 *
 * @param code by which the provider knows the language
 * @throws ProviderError if the provider writes texts of this code in another script
 */
export function codeOfScript(tag: string, code: string): string {
  const script = scriptOf(tag);
  if (script !== undefined && scriptOf(code) !== script) throw new ProviderError('refused');
  return code;
}
