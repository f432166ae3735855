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
