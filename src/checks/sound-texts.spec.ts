import { checkText } from './check-text';
import { SOUND_TEXTS } from './contract/sound-texts.contract';

describe.each(Object.entries(SOUND_TEXTS))('%j', (source, translations) => {
  it.each(Object.entries(translations))('has nothing wrong with its %s: %j', (language, target) => {
    expect(checkText({ source: { language: 'en', text: source }, target: { language, text: target } })).toEqual([]);
  });
});

describe('a text that is the same as its source', () => {
  const same = (text: string, language = 'de') =>
    checkText({ source: { language: 'en', text }, target: { language, text } });

  it.each([
    ...['OK', 'Online', 'GitHub', 'Visual Studio Code', 'https://glossa.dev', '{count} / {total}', '%s: %d', '123'],
    ...['--all | --none', 'break [n]', 'foo_bar.baz', 'JSON', 'SHA-256', '<br/>', 'Backup Server', ''],
  ])('is sound: %j', (text) => {
    expect(same(text)).toEqual([]);
  });

  it.each(['en-GB', 'en', 'en-AU'])('is sound in %s, a variant of the language', (language) => {
    expect(same('Save your changes', language)).toEqual([]);
  });

  it('is sound in a language that shares texts with the source', () => {
    const text = 'Sačuvajte svoje promjene';
    expect(checkText({ source: { language: 'hr', text }, target: { language: 'bs', text } })).toEqual([]);
  });
});
