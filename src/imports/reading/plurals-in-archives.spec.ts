import { zipSync } from 'fflate';
import { readImport } from './read-import';

const resources = (content: string): Buffer => Buffer.from(`<resources>${content}</resources>`);
const plural = (name: string): string => `<plurals name="${name}"><item quantity="other">x</item></plurals>`;

/** Returns the names of the texts of each language that an archive has for a project without keys. */
async function namesByLanguage(files: Record<string, Buffer>): Promise<Record<string, string[]>> {
  const request = { bytes: zipSync(files), sourceLanguage: 'en', targetLanguages: ['de'] };
  const { keys, units } = await readImport(request);
  const names: Record<string, string[]> = {};
  for (const unit of units) (names[unit.language] ??= []).push(keys.at(unit.key).name);
  return names;
}

describe('an archive of Android resources', () => {
  it('has one key for a plural that is beside a string only in the file of the source language', async () => {
    const names = await namesByLanguage({
      'res/values-de/strings.xml': resources(plural('files') + plural('days')),
      'res/values/strings.xml': resources(`<string name="files">Files</string>${plural('files')}${plural('days')}`),
    });
    expect(names).toEqual({ en: ['files', 'files/plurals', 'days'], de: ['files/plurals', 'days'] });
  });
});
