import { zipSync } from 'fflate';
import { needsPluralKeys } from './sent-files';

const ANDROID = '<resources><string name="a">A</string></resources>';
const RAILS = 'de:\n  item:\n    other: "%{count}"\n';

describe('needsPluralKeys', () => {
  it.each<[string, string, { fileName?: string; format?: string; needs: boolean }]>([
    ['JSON without a name', '{"a": "A"}', { needs: false }],
    ['nested JSON without a name', '{"a": {"b": "B"}}', { needs: false }],
    ['JSON as i18next', '{"a": "A"}', { format: 'i18next', needs: true }],
    ['JSON by its name', '{"a": "A"}', { fileName: 'de.json', needs: false }],
    ['PO without a name', 'msgid "a"\nmsgstr "A"\n', { needs: false }],
    ['a resource file of Android without a name', ANDROID, { needs: true }],
    ['a resource file of Android by its name', ANDROID, { fileName: 'strings.xml', needs: true }],
    ['a file of Rails by its name', RAILS, { fileName: 'de.yml', needs: true }],
    ['another format of the extension', RAILS, { fileName: 'de.yml', format: 'yaml', needs: false }],
  ])('decides by the format which a file has: %s', (_, text, { fileName, format, needs }) => {
    expect(needsPluralKeys({ bytes: Buffer.from(text), fileName }, format)).toBe(needs);
  });

  it('reads the plurals for a zip, whose files may have any format', () => {
    expect(needsPluralKeys({ bytes: zipSync({ 'values/strings.xml': Buffer.from(ANDROID) }) }, undefined)).toBe(true);
  });
});
