import { codecs } from '../../src/language-files';
import { Exchange } from '../support/exchange';
import type { Given } from '../support/given';

const LANGUAGES = ['en', 'ru', 'ar', 'pl', 'ja'];
/** PHP is not listed: it writes plurals, but a text such as `Home | Site` looks like one. */
export const NATIVE = codecs
  .filter(({ id, plurals, canParse }) => plurals === 'native' && canParse && id !== 'php')
  .map(({ id }) => id);

const messageIn = (language: string): string => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const order = ['zero', 'one', 'two', 'few', 'many', 'other'].filter((each) =>
    new Set<string>(pluralCategories).has(each),
  );
  return `{count, plural, ${order.map((category) => `${category} {${category} files}`).join(' ')}}`;
};

/** Removes the form that gettext and Qt do not have: no integer is `other` in Russian and Polish. */
const withoutOther = (message: string): string => message.replace(/ other \{[^}]*\}/, '');

/** Plurals of several languages, which files carry from one project into another. */
export class CarriedPlurals {
  constructor(private readonly projects: Given) {}

  /** Creates a project with a plural and a text in each language. */
  async given(): Promise<Exchange> {
    const into = await this.empty();
    for (const language of LANGUAGES) {
      const bytes = JSON.stringify({ files: messageIn(language), title: `title in ${language}` });
      await into.imported({ bytes }, { format: 'json', language });
    }
    return into;
  }

  /** Exports a project in a format, and imports the files into a new one. */
  async carry(from: Exchange, format: string): Promise<Exchange> {
    const into = await this.empty();
    const multilingual = format === 'xcstrings';
    for (const language of multilingual ? ['*'] : LANGUAGES) {
      const bytes = await from.exported({ format, language });
      await into.imported({ bytes }, { format, ...(!multilingual && { language }) });
    }
    return into;
  }

  /** Expects the same plurals in both projects. @param formats between them */
  async expectSame(from: Exchange, into: Exchange, formats: readonly string[]): Promise<void> {
    const [before, after] = [await from.texts(), await into.texts()];
    for (const language of LANGUAGES) {
      const integersOnly =
        ['ru', 'pl'].includes(language) && formats.some((format) => ['po', 'qt-ts'].includes(format));
      const view = integersOnly ? withoutOther : (text: string): string => text;
      expect([language, view(after[language]?.files ?? '')]).toEqual([language, view(before[language]?.files ?? '')]);
    }
  }

  private async empty(): Promise<Exchange> {
    const { id, api } = await this.projects.project({ targetLanguages: LANGUAGES.slice(1) });
    return new Exchange(api, id);
  }
}
