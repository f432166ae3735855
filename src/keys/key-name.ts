import { ValidationFailedError } from '../common/errors/domain-error';
import { namespaceOf } from '../common/namespace-of';
import type { JsonPointer } from '../common/validation/json-pointer';
import { findIssue, keyNameRules } from '../common/validation/text-rules';
import { NamespaceMismatchError } from './key-errors';

/**
 * Returns the name of a key that a request names together with a namespace: a name in the namespace stays, a name
 * without a dot gets the namespace as its prefix.
 *
 * @throws NamespaceMismatchError if the name is in another namespace
 * @throws ValidationFailedError if the name becomes too long
 */
export function nameInNamespace(name: string, namespace: string, pointer?: JsonPointer): string {
  if (name.includes('.') ? namespaceOf(name) === namespace : namespace === '') return name;
  if (name.includes('.')) throw new NamespaceMismatchError(name, namespace, pointer);
  return validated(`${namespace}.${name}`, pointer);
}

/**
 * Returns the name with another namespace.
 *
 * @throws NamespaceMismatchError if the name without its namespace would be empty or in yet another namespace
 * @throws ValidationFailedError if the name becomes too long
 */
export function movedToNamespace(name: string, namespace: string, pointer?: JsonPointer): string {
  const rest = name.includes('.') ? name.slice(name.indexOf('.') + 1) : name;
  const moved = namespace === '' ? rest : `${namespace}.${rest}`;
  if (namespaceOf(moved) !== namespace || moved === '') throw new NamespaceMismatchError(moved, namespace, pointer);
  return validated(moved, pointer);
}

function validated(name: string, pointer: JsonPointer = ''): string {
  const issue = findIssue(keyNameRules, name);
  if (issue) throw new ValidationFailedError([{ pointer: `${pointer}/namespace`, ...issue }]);
  return name;
}
