import { ValidationFailedError } from '../common/errors/domain-error';
import { NamespaceMismatchError } from './key-errors';
import { movedToNamespace, nameInNamespace, namespaceOf } from './key-name';

describe('names in namespaces', () => {
  it.each([
    ['a', ''],
    ['a.b', 'a'],
    ['a.b.c', 'a'],
    ['.a', ''],
    ['a.', 'a'],
  ])('%j lies in %j', (name, namespace) => {
    expect(namespaceOf(name)).toBe(namespace);
  });

  it.each([
    ['a', 'n', 'n.a'],
    ['n.a', 'n', 'n.a'],
    ['n', 'n', 'n.n'],
    ['a', '', 'a'],
    ['.a', '', '.a'],
  ])('%j sent with %j is %j', (name, namespace, whole) => {
    expect(nameInNamespace(name, namespace)).toBe(whole);
  });

  it.each([
    ['a.b', 'n'],
    ['a.b', ''],
    ['.a', 'n'],
  ])('%j sent with %j is refused', (name, namespace) => {
    expect(() => nameInNamespace(name, namespace)).toThrow(NamespaceMismatchError);
  });

  it.each([
    ['a.b', 'n', 'n.b'],
    ['a.b.c', 'n', 'n.b.c'],
    ['a', 'n', 'n.a'],
    ['a.b', '', 'b'],
    ['a', '', 'a'],
    ['.a', 'n', 'n.a'],
  ])('%j moved to %j is %j', (name, namespace, moved) => {
    expect(movedToNamespace(name, namespace)).toBe(moved);
  });

  it.each([
    ['a.b.c', ''],
    ['a.', ''],
  ])('%j cannot be moved to %j', (name, namespace) => {
    expect(() => movedToNamespace(name, namespace)).toThrow(NamespaceMismatchError);
  });

  it('is refused where the whole becomes too long', () => {
    expect(() => nameInNamespace('x'.repeat(8_191), 'n')).toThrow(ValidationFailedError);
    expect(() => movedToNamespace(`a.${'x'.repeat(8_190)}`, 'nn')).toThrow(ValidationFailedError);
  });
});
