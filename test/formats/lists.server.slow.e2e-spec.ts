import { strFromU8, unzipSync } from 'fflate';
import { Exchange } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';

/** A list that begins with a missing item, as lists of rails-i18n do, in every nested format. */
const LISTS: [format: string, file: string, canonical: string, untranslated: string][] = [
  ...['json-nested', 'icu-json', 'i18next'].map((format): [string, string, string, string] => [
    format,
    '{"date": {"months": [null, "Jan", "Feb"]}}',
    '{\n  "date": {\n    "months": [\n      null,\n      "Jan",\n      "Feb"\n    ]\n  }\n}\n',
    '{\n  "date": {\n    "months": [\n      null,\n      null,\n      null\n    ]\n  }\n}\n',
  ]),
  [
    'yaml',
    'date:\n  months:\n  -\n  - Jan\n  - Feb\n',
    '"date":\n  "months":\n    - null\n    - "Jan"\n    - "Feb"\n',
    '"date":\n  "months":\n    - null\n    - null\n    - null\n',
  ],
  [
    'yaml-rails',
    'en:\n  date:\n    months:\n    -\n    - Jan\n    - Feb\n',
    '"en":\n  "date":\n    "months":\n      - null\n      - "Jan"\n      - "Feb"\n',
    '"de":\n  "date":\n    "months":\n      - null\n      - null\n      - null\n',
  ],
  [
    'php',
    "<?php\nreturn ['date' => ['months' => [null, 'Jan', 'Feb']]];\n",
    "<?php\n\nreturn [\n    'date' => [\n        'months' => [\n            null,\n            'Jan',\n            'Feb',\n        ],\n    ],\n];\n",
    "<?php\n\nreturn [\n    'date' => [\n        'months' => [\n            null,\n            null,\n            null,\n        ],\n    ],\n];\n",
  ],
];

describe('a list with an item that has no text', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it.each(LISTS)('keeps the places of the others in %s', async (format, file, canonical, untranslated) => {
    const { id, api } = await running.given.project({ targetLanguages: ['de'] });
    const exchange = new Exchange(api, id);
    await exchange.imported({ bytes: file }, { format, language: 'en' });
    const text = async (options: Record<string, string>): Promise<string> =>
      (await exchange.exported({ format, layout: 'canonical', ...options })).toString();
    expect(await text({})).toBe(canonical);
    expect(await text({ untranslated: 'empty' })).toBe(canonical);
    expect(await text({ language: 'de', untranslated: 'empty' })).toBe(untranslated);
    expect(await text({ language: 'de' })).not.toContain('months');
    const zip = unzipSync(new Uint8Array(await exchange.exported({ format, layout: 'canonical', language: 'en,de' })));
    expect(Object.values(zip).map((bytes) => strFromU8(bytes).includes('months'))).toContain(true);
  });

  it('keeps the length of an array of Android, which an app reads in place of the array of the default language', async () => {
    const { id, api } = await running.given.project({ targetLanguages: ['de'] });
    const exchange = new Exchange(api, id);
    const array = (...items: string[]): string =>
      `<string-array name="days">${items.map((item) => (item === '' ? '<item/>' : `<item>${item}</item>`)).join('')}</string-array>`;
    const english = `<resources>${array('Mon', 'Tue', 'Wed')}</resources>`;
    await exchange.imported({ bytes: english }, { format: 'android', language: 'en' });
    const text = async (options: Record<string, string>): Promise<string> =>
      (await exchange.exported({ format: 'android', language: 'de', ...options })).toString().replace(/\n\s*/g, '');
    for (const layout of ['canonical', 'template']) expect(await text({ layout })).not.toContain('days');
    await exchange.imported(
      { bytes: `<resources>${array('', 'Di')}</resources>` },
      { format: 'android', language: 'de' },
    );
    expect(await text({ layout: 'canonical' })).toContain(array('', 'Di', ''));
    expect(await text({ layout: 'canonical', fallback: 'en' })).toContain(array('Mon', 'Di', 'Wed'));
    expect(await text({ layout: 'template' })).toContain(array('', 'Di'));
  });

  it('has no place for a key that does not exist', async () => {
    const { id, api } = await running.given.project({ keys: [{ name: 'list[1]', value: 'x' }] });
    const exported = await new Exchange(api, id).exported({ format: 'json-nested' });
    expect(JSON.parse(exported.toString())).toEqual({ 'list[1]': 'x' });
  });
});
