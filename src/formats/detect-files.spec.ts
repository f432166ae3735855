import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { detectFiles } from './detect-files';

it('asks Intl at most once for each part of the paths, and may give way between them', async () => {
  const parts = ['packages', 'web-frontend', 'src', 'user_profile', 'en-abc', 'locales'];
  const files = Array.from({ length: 500 }, (_, i) => ({
    path: `${parts.join('/')}/part-${i}/de/messages.json`,
  }));
  const { Locale } = Intl;
  const asked = jest.spyOn(Intl, 'Locale').mockImplementation((tag) => new Locale(tag));
  const gaveWay = jest.spyOn(EventLoopYielder.prototype, 'yieldIfDue');
  const found = await detectFiles({ sourceLanguage: 'en', files });
  expect(found.at(-1)).toMatchObject({ path: files.at(-1)?.path, format: 'json', language: 'de' });
  expect(asked.mock.calls.length).toBeLessThanOrEqual(parts.length + 2);
  expect(gaveWay.mock.calls.length).toBeGreaterThanOrEqual(2 * files.length);
  jest.restoreAllMocks();
});

it.each([
  ['the file without the region', ['lang/ast.php', 'lang/ast_ES.php']],
  ['files of other languages with regions', ['lang/en_US.php', 'lang/hsb_DE.php', 'lang/kab_DZ.php']],
])('reads a tag of three letters with a region beside %s', async (_, paths) => {
  const { files } = await detected(paths);
  expect(files).toEqual(paths.map((path) => ['lang/{language}.php', path.slice('lang/'.length, -'.php'.length), '']));
});

it.each([
  ['lang/map_DE.php', 'lang/shop.php'],
  ['lang/map_DE.php', 'lang/map_FR.php'],
  ['lang/map_DE.properties', 'lang/map.properties'],
  ['de/map_DE.php', 'en/map_DE.php'],
  ['i18n/new_de.json', 'i18n/de.json', 'i18n/new.json'],
  ['lang/crm_DE.php', 'lang/de.php', 'lang/en.php'],
])('reads the language of %s beside %s, whose name begins with a word', async (...paths) => {
  const { languages } = await detected(paths);
  expect(languages[0]).toBe('de');
});

async function detected(paths: string[]) {
  const found = await detectFiles({ sourceLanguage: 'en', files: paths.map((path) => ({ path, head: '' })) });
  return {
    files: found.map(({ pattern, languageName, namespace }) => [pattern, languageName, namespace]),
    languages: found.map(({ language }) => language),
  };
}
