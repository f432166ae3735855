import { RELEASE_FORMATS, type ReleaseFormat } from '../src/releases/release';
import { Exchange } from './support/exchange';
import { type RunningApp, startApp } from './support/start-app';

let service: RunningApp;

beforeAll(async () => (service = await startApp()));
afterAll(() => service.close());

/** The mark of all that is written for people and not for programs. */
const MARK = 'SECRET';

/** A file of a format with the mark wherever it can have it, and what a program needs of it, by language. */
interface Sample {
  content: string;
  needed: string[];
}

const po = (language: string, text: string): Sample => ({
  content: `# SECRET of the head
msgid ""
msgstr ""
"Last-Translator: SECRET <jo@SECRET.test>\\n"
"Language-Team: SECRET\\n"
"Report-Msgid-Bugs-To: SECRET@SECRET.test\\n"
"X-SECRET: SECRET\\n"
"Language: ${language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

# SECRET of a translator
#. SECRET of a programmer
#: src/SECRET.c:7
#, fuzzy, c-format
#| msgid "SECRET before"
msgctxt "menu"
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d ${text}"
msgstr[1] "%d ${text}s"

#, fuzzy
msgid " "
msgstr "SECRET without a key"

#~ msgid "SECRET obsolete"
#~ msgstr "SECRET obsolete"

# SECRET at the end
`,
  needed: [
    ...['"Plural-Forms: nplurals=2; plural=(n > 1);\\n"', `"Language: ${language}\\n"`, 'c-format', 'msgctxt "menu"'],
    ...['msgid "%d file"', 'msgid_plural "%d files"', `msgstr[1] "%d ${text}s"`],
  ],
});

const arb = (language: string, text: string): Sample => ({
  content: JSON.stringify({
    '@@locale': language,
    '@@author': MARK,
    '@@x-note': [MARK],
    title: `${text} {n}`,
    '@title': {
      description: MARK,
      context: MARK,
      'x-note': { of: MARK },
      placeholders: { n: { type: 'int', format: 'compact', example: MARK, description: MARK, 'x-note': MARK } },
    },
    plain: text,
    '@plain': { description: 7, context: MARK },
  }),
  needed: [
    ...[`"@@locale": "${language}"`, `"title": "${text} {n}"`],
    ...(language === 'en' ? ['"type": "int"', '"format": "compact"'] : []),
  ],
});

const fluent = (_language: string, text: string): Sample => ({
  content: `### SECRET of the file

# SECRET alone

## SECRET of a group

# SECRET of a message
title = ${text}
    .label = ${text} label
`,
  needed: [`title = ${text}\n    .label = ${text} label\n`],
});

const strings = (_language: string, text: string): Sample => ({
  content: `/* SECRET of the head */

// SECRET alone

/* SECRET of a text */
"title" = /* SECRET within */ "${text}";
`,
  needed: [`"title" = "${text}";`],
});

const android = (_language: string, text: string): Sample => ({
  content: `<?xml version="1.0" encoding="utf-8"?>
<!-- SECRET of the head -->
<resources xmlns:tools="http://schemas.android.com/tools" xmlns:own="http://own.test/" own:by="SECRET" by="SECRET">
  <!-- SECRET of a text -->
  <string name="title" formatted="false" tools:ignore="all" translation_description="SECRET" own:by="SECRET">%d <b>${text}</b> %d</string>
  <!-- SECRET of an array -->
  <string-array name="steps" own:by="SECRET"><!-- SECRET of an item --><item>${text}</item></string-array>
  <!-- SECRET of an empty array -->
  <string-array name="none" description="SECRET"/>
  <plurals name="files"><item quantity="one">%d</item><item quantity="other">%d ${text}</item></plurals>
</resources>
`,
  needed: [
    `<string name="title" formatted="false" tools:ignore="all">%d <b>${text}</b> %d</string>`,
    ...[`<item>${text}</item>`, '<string-array name="none"/>', `<item quantity="other">%d ${text}</item>`],
  ],
});

const json = (_language: string, text: string): Sample => ({
  content: JSON.stringify({ title: text }),
  needed: [`"title": "${text}"`],
});

const SAMPLES: Record<ReleaseFormat, (language: string, text: string) => Sample> = {
  ...{ json, 'json-nested': json, i18next: json, 'icu-json': json, arb, fluent, strings, android, po },
};

it.each(RELEASE_FORMATS)(
  'a public file in %s has what programs need, and nothing that is for people',
  async (format) => {
    const { id, api } = await service.given.project();
    const { token } = (await api.post(`projects/${id}/delivery-tokens`, { name: 'Web shop' })).body.deliveryToken;
    const exchange = new Exchange(api, id);
    const samples = { en: SAMPLES[format]('en', 'Title'), de: SAMPLES[format]('de', 'Titel') };
    for (const [language, { content }] of Object.entries(samples)) {
      await exchange.imported({ bytes: content }, { format, language, conflict: 'overwrite' });
    }
    for (const key of (await api.get(`projects/${id}/keys?limit=100`)).body.keys) {
      expect((await api.put(`keys/${key.id}`, { description: `${MARK} of ${key.name}` })).status).toBe(200);
    }
    const { release } = (await api.post(`projects/${id}/releases`, { channel: 'production', format })).body;
    for (const { path, language } of release.files as { path: string; language: 'en' | 'de' }[]) {
      const content = await (await fetch(`${service.url}/delivery/${token}/production/${path}`)).text();
      expect(content).not.toContain(MARK);
      for (const needed of samples[language].needed) expect(content).toContain(needed);
    }
    expect(release.files).toHaveLength(2);
  },
);
