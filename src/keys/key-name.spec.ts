import { ValidationFailedError } from '../common/errors/domain-error';
import { NamespaceMismatchError } from './key-errors';
import { namespaceOf } from '../common/namespace-of';
import { movedToNamespace, nameInNamespace } from './key-name';

describe('key names and namespaces', () => {
  it.each([
    ['a', ''],
    ['a.b', 'a'],
    ['a.b.c', 'a'],
    ['.a', ''],
    ['a.', 'a'],
  ])('%j is in the namespace %j', (name, namespace) => {
    expect(namespaceOf(name)).toBe(namespace);
  });

  it.each([
    ['a', 'n', 'n.a'],
    ['n.a', 'n', 'n.a'],
    ['n', 'n', 'n.n'],
    ['a', '', 'a'],
    ['.a', '', '.a'],
  ])('the name %j with the namespace %j becomes %j', (name, namespace, whole) => {
    expect(nameInNamespace(name, namespace)).toBe(whole);
  });

  it.each([
    ['a.b', 'n'],
    ['a.b', ''],
    ['.a', 'n'],
  ])('the name %j with the namespace %j is refused', (name, namespace) => {
    expect(() => nameInNamespace(name, namespace)).toThrow(NamespaceMismatchError);
  });

  it.each([
    ['a.b', 'n', 'n.b'],
    ['a.b.c', 'n', 'n.b.c'],
    ['a', 'n', 'n.a'],
    ['a.b', '', 'b'],
    ['a', '', 'a'],
    ['.a', 'n', 'n.a'],
  ])('%j moved to the namespace %j becomes %j', (name, namespace, moved) => {
    expect(movedToNamespace(name, namespace)).toBe(moved);
  });

  it.each([
    ['a.b.c', ''],
    ['a.', ''],
  ])('%j cannot be moved to the namespace %j', (name, namespace) => {
    expect(() => movedToNamespace(name, namespace)).toThrow(NamespaceMismatchError);
  });

  it('are refused if they are too long together', () => {
    expect(() => nameInNamespace('x'.repeat(8_191), 'n')).toThrow(ValidationFailedError);
    expect(() => movedToNamespace(`a.${'x'.repeat(8_190)}`, 'nn')).toThrow(ValidationFailedError);
  });
});
