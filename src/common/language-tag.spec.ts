import { canonicalLanguage, lookUpLanguage, primarySubtag } from './language-tag';

describe('canonicalLanguage', () => {
  it('keeps extended language subtags, in lower case', () => {
    expect(['zh-YUE', 'zh_cmn_hans_cn', 'sgn-ase'].map((tag) => canonicalLanguage(tag))).toEqual([
      'zh-yue',
      'zh-cmn-Hans-CN',
      'sgn-ase',
    ]);
    expect(canonicalLanguage('zh-yue-abc-def-ghi')).toBeUndefined();
  });

  it.each([
    ['pt_br', 'pt-BR'],
    ['PT-br', 'pt-BR'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['ZH_HANS', 'zh-Hans'],
    ['es-419', 'es-419'],
    ['sr-latn-rs', 'sr-Latn-RS'],
    ['de-1996', 'de-1996'],
    ['sl-ROZAJ', 'sl-rozaj'],
    ['de-de-U-CO-phonebk', 'de-DE-u-co-phonebk'],
    ['en-X-Twain', 'en-x-twain'],
    ['TLH', 'tlh'],
  ])('writes %s as %s', (tag, canonical) => {
    expect(canonicalLanguage(tag)).toBe(canonical);
  });

  it.each(['iw', 'in', 'ji', 'mo', 'sh', 'no', 'tl', 'cmn', 'en-UK', 'de-DD', 'sr-YU'])(
    'keeps the subtags of %s',
    (tag) => {
      expect(canonicalLanguage(tag)?.toLowerCase()).toBe(tag.toLowerCase());
    },
  );

  it.each(['', '-', 'e', 'en-', '-en', 'en--US', 'en US', 'en-US-', 'translations', 'x-klingon', 'de.json', 'ü'])(
    'returns undefined for %j',
    (tag) => {
      expect(canonicalLanguage(tag)).toBeUndefined();
    },
  );

  it('asks Intl once for a tag, also for a malformed one, and not for a name without the shape of one', () => {
    const { Locale } = Intl;
    const asked = jest.spyOn(Intl, 'Locale').mockImplementation((tag) => new Locale(tag));
    for (let i = 0; i < 3; i++) for (const tag of ['hu-qkz', 'fr-x-once', 'some_folder_name']) canonicalLanguage(tag);
    expect(asked.mock.calls).toEqual([['hu-qkz'], ['fr-x-once']]);
    asked.mockRestore();
  });

  it('leaves a canonical tag as it is', () => {
    for (const tag of ['pt_br', 'zh-hant-tw', 'de-de-u-co-phonebk', 'en-x-twain']) {
      const once = canonicalLanguage(tag) ?? '';
      expect(canonicalLanguage(once)).toBe(once);
    }
  });
});

describe('primarySubtag', () => {
  it('returns the language without script and region', () => {
    expect(['de', 'pt_BR', 'ZH-Hant'].map(primarySubtag)).toEqual(['de', 'pt', 'zh']);
  });
});

describe('lookUpLanguage', () => {
  it.each([
    ['de', ['en', 'de'], 'de'],
    ['de-CH', ['en', 'de'], 'de'],
    ['de-CH', ['de-CH', 'de'], 'de-CH'],
    ['zh-Hant-TW', ['zh', 'zh-Hant'], 'zh-Hant'],
    ['zh-Hans-CN', ['zh', 'zh-Hant'], 'zh'],
    ['de-CH-u-co-phonebk', ['de-CH', 'de'], 'de-CH'],
    ['de-x-formal', ['de-x', 'de'], 'de'],
    ['de', ['de-DE', 'en'], undefined],
    ['de-CH', ['de-AT', 'en'], undefined],
    ['deu', ['de'], undefined],
  ])('finds for %s in %j: %s', (tag, available, expected) => {
    expect(lookUpLanguage(tag, available)).toBe(expected);
  });
});
