import { ValidationFailedError } from '../common/errors/domain-error';
import type { JsonPointer } from '../common/validation/json-pointer';
import { keyName } from '../common/validation/text-rules';
import { NamespaceMismatchError } from './key-errors';

/** The part before the first dot, `""` where there is none. As the column of that name computes it. */
export function namespaceOf(name: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? '' : name.slice(0, dot);
}

/**
 * The whole name of a key that was sent with a namespace: a name in it is taken as it is, a name without a dot gets it
 * as its prefix.
 * @throws NamespaceMismatchError for any other
 * @throws ValidationFailedError where the whole name is too long
 */
export function nameInNamespace(name: string, namespace: string, at?: JsonPointer): string {
  if (name.includes('.') ? namespaceOf(name) === namespace : namespace === '') return name;
  if (name.includes('.')) throw new NamespaceMismatchError(name, namespace, at);
  return checked(`${namespace}.${name}`, at);
}

/** The name with the part before its first dot replaced. @throws NamespaceMismatchError where what is left has a namespace itself */
export function movedToNamespace(name: string, namespace: string, at?: JsonPointer): string {
  const rest = name.includes('.') ? name.slice(name.indexOf('.') + 1) : name;
  const moved = namespace === '' ? rest : `${namespace}.${rest}`;
  if (namespaceOf(moved) !== namespace || moved === '') throw new NamespaceMismatchError(moved, namespace, at);
  return checked(moved, at);
}

function checked(name: string, at: JsonPointer = ''): string {
  const flaw = keyName(name);
  if (flaw) throw new ValidationFailedError([{ pointer: `${at}/namespace`, ...flaw }]);
  return name;
}
