import { LanguageNotAllowedError, MissingScopeError } from './access-errors';
import type { Scope } from './scope';

/** What a caller may do: the scopes that it has, the projects that it can access and the languages that it can write. */
export interface Reach {
  scopes: ReadonlySet<Scope>;
  /** Null: all projects of the organization. */
  projectIds: readonly string[] | null;
  /** The languages in which it can write texts; it can read all of them. Null: all languages. */
  languages: readonly string[] | null;
}

/** Whether a caller can write texts in a language. */
export const canWriteIn = ({ languages }: Pick<Reach, 'languages'>, language: string): boolean =>
  languages?.includes(language) ?? true;

/** @throws MissingScopeError with the first scope that the caller lacks */
export function requireScopes(reach: Pick<Reach, 'scopes'>, ...scopes: Scope[]): void {
  const missing = scopes.find((scope) => !reach.scopes.has(scope));
  if (missing) throw new MissingScopeError(missing);
}

/** @throws LanguageNotAllowedError with the languages in which the caller cannot write texts */
export function requireLanguages(reach: Pick<Reach, 'languages'>, languages: Iterable<string>): void {
  const refused = [...new Set(languages)].filter((language) => !canWriteIn(reach, language));
  const [first] = refused;
  if (first !== undefined) throw new LanguageNotAllowedError(first, refused.length - 1);
}
