import fc from 'fast-check';
import { parseFilePath, type PathParts } from '../model/path-language';
import { ArchiveNamespaces } from './archive-namespaces';
import { FileLayoutBuilder } from './file-layout';

const CONTEXT = { sourceLanguage: 'en', projectLanguages: ['en', 'de', 'pt-BR'], archived: true };

const partsOf = (path: string): PathParts => {
  const parts = parseFilePath(path, CONTEXT);
  if (!parts) throw new Error(`${path} names no language`);
  return parts;
};

/** Returns the namespaces of the files of a zip by path, and the layout that they make. */
function read(paths: readonly string[], earlier?: ReturnType<FileLayoutBuilder['result']>) {
  const archive = new ArchiveNamespaces(paths.map(partsOf), earlier);
  const builder = new FileLayoutBuilder();
  const files = paths.map((path) => ({ path, parts: archive.of(partsOf(path)) }));
  for (const { path, parts } of files) builder.add(path, parts.language, parts.namespace, parts);
  const ids = new Set(files.map(({ parts }) => JSON.stringify([parts.language, parts.namespace])));
  return {
    namespaces: files.map(({ parts }) => parts.namespace ?? ''),
    layout: builder.result(),
    areDistinct: ids.size === files.length,
  };
}

describe('the namespaces of the files of a zip', () => {
  it.each<[paths: string[], namespaces: string[]]>([
    [
      [
        'shop/locale/de/LC_MESSAGES/django.po',
        'blog/locale/de/LC_MESSAGES/django.po',
        'shop/locale/pt_BR/LC_MESSAGES/django.po',
      ],
      ['shop/django', 'blog/django', 'shop/django'],
    ],
    [
      ['locale/de/LC_MESSAGES/django.po', 'blog/locale/de/LC_MESSAGES/django.po'],
      ['django', 'blog/django'],
    ],
    [
      ['src/com/app/Bundle.properties', 'src/com/app/ui/Bundle.properties'],
      ['Bundle', 'ui/Bundle'],
    ],
    [
      ['src/a/Bundle.properties', 'src/b/Bundle.properties', 'src/a/Bundle_de.properties'],
      ['a/Bundle', 'b/Bundle', 'a/Bundle'],
    ],
    [
      ['app/src/main/res/values/strings.xml', 'lib/src/main/res/values/strings.xml'],
      ['app', 'lib'],
    ],
    [
      ['App/de.lproj/Localizable.strings', 'Widget/de.lproj/Localizable.strings'],
      ['App', 'Widget'],
    ],
    [
      ['packages/a/locales/en.json', 'packages/b/c/locales/en.json'],
      ['a', 'b/c'],
    ],
    [
      ['web/en.json', 'app/strings-de.json'],
      ['', 'strings'],
    ],
    [
      ['locales/en.json', 'locales/de.json'],
      ['', ''],
    ],
    [
      ['en/common.json', 'en/shop.json'],
      ['common', 'shop'],
    ],
  ])('are for the paths %j: %j', (paths, namespaces) => {
    expect(read(paths).namespaces).toEqual(namespaces);
  });

  it('follow the layout of the project for its paths', () => {
    const [shop, blog] = ['shop/locale/de/LC_MESSAGES/django.po', 'blog/locale/de/LC_MESSAGES/django.po'];
    const both = read([shop, blog]);
    expect(read([shop], both.layout).namespaces).toEqual(['shop/django']);
    expect(read([shop, blog], read([shop]).layout).namespaces).toEqual(['django', 'blog/django']);
    const moved = 'apps/shop/locale/de/LC_MESSAGES/django.po';
    expect(read([moved], read([shop]).layout).namespaces).toEqual(['django']);
  });

  it('tell apart any files of the same name in different folders, and give the paths back', () => {
    const folders = fc.array(fc.constantFrom('a', 'b', 'locale', 'src'), { maxLength: 3 });
    const names = fc.constantFrom('{l}/LC_MESSAGES/django.po', '{l}.json', '{l}/shop.json', 'Bundle_{l}.properties');
    const languages = fc.uniqueArray(fc.constantFrom('en', 'de', 'pt_BR'), { minLength: 1 });
    fc.assert(
      fc.property(
        fc.uniqueArray(folders, { selector: (parts) => parts.join('/'), minLength: 1, maxLength: 4 }),
        names,
        languages,
        (all, name, tags) => {
          const paths = all.flatMap((parts) => tags.map((tag) => [...parts, name.replace('{l}', tag)].join('/')));
          const { layout, areDistinct, namespaces } = read(paths);
          expect(areDistinct).toBe(true);
          expect(read(paths, layout).namespaces).toEqual(namespaces);
          const listed = layout?.patterns.flatMap(({ path, languages: known }) =>
            Object.values(known).flatMap(({ name: tag, namespaces: own }) =>
              own.map((namespace) => path.replace('{language}', tag).replace('{namespace}', namespace)),
            ),
          );
          expect(listed?.sort()).toEqual([...paths].sort());
        },
      ),
    );
  });
});
