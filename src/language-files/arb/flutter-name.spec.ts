import fc from 'fast-check';
import { isFlutterName, toFlutterName } from './flutter-name';

describe('isFlutterName', () => {
  it.each(['a', 'homeFiles', 'home_files', 'a1', '$price', 'get', 'async', 'as'])('accepts %s', (name) => {
    expect(isFlutterName(name)).toBe(true);
  });

  it.each(['', 'Home', '_a', '1a', 'home.files', 'a-b', 'a b', 'é', 'a\n', 'class', 'of', 'toString', 'override'])(
    'refuses %j',
    (name) => {
      expect(isFlutterName(name)).toBe(false);
    },
  );
});

describe('toFlutterName', () => {
  it.each([
    ['Home.files', 'homeFiles'],
    ['home-page title', 'homePageTitle'],
    ['HOME_FILES', 'homeFiles'],
    ['Home.URL', 'homeUrl'],
    ['home_files.all', 'homeFilesAll'],
    ['home_files', 'home_files'],
    ['items[0].name', 'items0Name'],
    ['404.title', 'key404Title'],
    ['continue', 'keyContinue'],
    ['of', 'keyOf'],
    ['_private', 'private'],
    ['@at', 'at'],
    ['Crème brûlée', 'cremeBrulee'],
    ['größe', 'groUdfE'],
    ['标题', 'u6807U9898'],
    ['!?', 'u21U3f'],
    ['😀', 'u1f600'],
  ])('writes %j as %s', (key, name) => {
    expect(toFlutterName(key)).toBe(name);
  });

  it('is always a name that Flutter accepts, and keeps such names', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom('in', '1', '.')), (key) => {
        const name = toFlutterName(key);
        expect(isFlutterName(name)).toBe(true);
        expect(toFlutterName(name)).toBe(name);
      }),
    );
  });
});
