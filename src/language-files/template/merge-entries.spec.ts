import fc from 'fast-check';
import type { FormatCodec } from '../model/codec';
import { codecById } from '../model/registry';
import type { Side } from './merge-lines';
import { mergeTemplates } from './merge-templates';

const RUNS = 200;

/** An entry of a file, with the comment that describes it and with another member, where its format has one. */
interface Entry {
  id: string;
  comment?: string;
  member?: string;
}

interface Format {
  head: string;
  entry: (entry: Entry) => string;
  /** The text between two entries. */
  between: string;
  tail: string;
  /** The comment is a text, which an export writes as the project has it. */
  hasDescriptions?: boolean;
}

/** Writes each line of a text by itself. */
const each = (text: string | undefined, write: (line: string) => string): string =>
  text === undefined ? '' : text.split('\n').map(write).join('');

/** Joins the members that an entry has. */
const members = (parts: readonly (string | false)[]): string => parts.filter((part) => part !== false).join(',\n');

/** How files of the formats are written. The text of each entry is its id. */
const FORMATS: Record<string, Format> = {
  properties: {
    ...{ head: '', between: '\n', tail: '\n', hasDescriptions: true },
    entry: ({ id, comment }) => `${each(comment, (line) => `# ${line}\n`)}${id}=${id}`,
  },
  php: {
    ...{ head: '<?php\n\nreturn [\n', between: ',\n', tail: ',\n];\n' },
    entry: ({ id, comment }) => `${each(comment, (line) => `    // ${line}\n`)}    '${id}' => '${id}'`,
  },
  yaml: {
    ...{ head: 'root:\n', between: '\n', tail: '\n', hasDescriptions: true },
    entry: ({ id, comment }) => `${each(comment, (line) => `  # ${line}\n`)}  ${id}: ${id}`,
  },
  strings: {
    ...{ head: '', between: '\n\n', tail: '\n', hasDescriptions: true },
    entry: ({ id, comment }) => `${each(comment, (line) => `/* ${line} */\n`)}"${id}" = "${id}";`,
  },
  fluent: {
    ...{ head: '', between: '\n\n', tail: '\n', hasDescriptions: true },
    entry: ({ id, comment }) => `${each(comment, (line) => `# ${line}\n`)}${id} = ${id}`,
  },
  android: {
    ...{ head: '<resources>\n', between: '\n', tail: '\n</resources>\n', hasDescriptions: true },
    entry: ({ id, comment }) =>
      `${each(comment, (line) => `    <!-- ${line} -->\n`)}    <string name="${id}">${id}</string>`,
  },
  resx: {
    ...{ head: '<?xml version="1.0" encoding="utf-8"?>\n<root>\n', between: '\n', tail: '\n</root>\n' },
    hasDescriptions: true,
    entry: ({ id, comment, member }) =>
      `${each(member, (line) => `  <!-- ${line} -->\n`)}  <data name="${id}" xml:space="preserve">\n    <value>${id}</value>\n${each(comment, (line) => `    <comment>${line}</comment>\n`)}  </data>`,
  },
  tmx: {
    head: '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4"><header creationtool="t" creationtoolversion="1" segtype="sentence" o-tmf="t" adminlang="en" srclang="de" datatype="plaintext"/><body>\n',
    ...{ between: '\n', tail: '\n</body></tmx>\n', hasDescriptions: true },
    entry: ({ id, comment, member }) =>
      `<tu tuid="${id}">\n${each(comment, (line) => `<note>${line}</note>\n`)}${each(member, (line) => `<prop type="x">${line}</prop>\n`)}<tuv xml:lang="de"><seg>${id}</seg></tuv>\n</tu>`,
  },
  arb: {
    ...{ head: '{\n  "@@locale": "de",\n', between: ',\n', tail: '\n}\n', hasDescriptions: true },
    entry: ({ id, comment, member }) =>
      `  "${id}": "${id}"${
        (comment ?? member) === undefined
          ? ''
          : `,\n  "@${id}": {\n${members([comment !== undefined && `    "description": "${comment}"`, member !== undefined && `    "x-note": "${member}"`])}\n  }`
      }`,
  },
  xcstrings: {
    head: '{\n  "sourceLanguage" : "de",\n  "strings" : {\n',
    ...{ between: ',\n', tail: '\n  },\n  "version" : "1.0"\n}\n', hasDescriptions: true },
    entry: ({ id, comment, member }) =>
      `    "${id}" : {\n${members([
        comment !== undefined && `      "comment" : "${comment}"`,
        member !== undefined && `      "extractionState" : "${member}"`,
        `      "localizations" : {\n        "de" : {\n          "stringUnit" : {\n            "state" : "translated",\n            "value" : "${id}"\n          }\n        }\n      }`,
      ])}\n    }`,
  },
  xliff: {
    head: '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="de" datatype="plaintext" original="app"><body>\n',
    ...{ between: '\n', tail: '\n</body></file></xliff>\n' },
    entry: ({ id, comment, member }) =>
      `${each(member, (line) => `<!-- ${line} -->\n`)}<trans-unit id="${id}">\n<source>${id}</source>\n<target>${id}</target>\n${each(comment, (line) => `<note>${line}</note>\n`)}</trans-unit>`,
  },
  xliff2: {
    head: '<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de"><file id="f">\n',
    ...{ between: '\n', tail: '\n</file></xliff>\n' },
    entry: ({ id, comment, member }) =>
      `${each(member, (line) => `<!-- ${line} -->\n`)}<unit id="${id}">\n${comment === undefined ? '' : `<notes>\n${each(comment, (line) => `<note>${line}</note>\n`)}</notes>\n`}<segment><source>${id}</source>\n<target>${id}</target>\n</segment>\n</unit>`,
  },
  po: {
    head: 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n',
    ...{ between: '\n\n', tail: '\n' },
    entry: ({ id, comment }) => `${each(comment, (line) => `#. ${line}\n`)}msgid "${id}"\nmsgstr "${id}"`,
  },
  'qt-ts': {
    head: '<!DOCTYPE TS>\n<TS version="2.1" language="de"><context><name>C</name>\n',
    ...{ between: '\n', tail: '\n</context></TS>\n' },
    entry: ({ id, comment }) =>
      `<message>\n<source>${id}</source>\n${each(comment, (line) => `<extracomment>${line}</extracomment>\n`)}<translation>${id}</translation>\n</message>`,
  },
};

const write = ({ head, entry, between, tail }: Format, entries: readonly Entry[]): string =>
  head + entries.map(entry).join(between) + tail;

const BASE: Entry[] = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, ...(id < 'd' && { comment: `about ${id}` }) }));

type Edit = (entries: Entry[]) => Entry[];

const change = (index: number, part: Partial<Entry>): Edit => {
  return (entries) => entries.map((entry, at) => (at === index % entries.length ? { ...entry, ...part } : entry));
};

/** An edit that somebody makes in a file. New entries, comments and members name the side, so that both sides differ. */
const edit = (side: string): fc.Arbitrary<Edit> => {
  const place = fc.nat({ max: 5 });
  const comment = fc.constantFrom(`comment of ${side}`, 'comment of both', undefined);
  return fc.oneof(
    fc.tuple(place, comment).map(([at, text]): Edit => change(at, { comment: text })),
    fc.tuple(place, comment).map(([at, text]): Edit => change(at, { member: text?.replaceAll(' ', '-') })),
    fc.tuple(place, fc.constantFrom(`n${side}`, 'nboth'), comment).map(
      ([at, id, text]): Edit =>
        (entries) =>
          entries.some((entry) => entry.id === id) ? entries : entries.toSpliced(at, 0, { id, comment: text }),
    ),
    place.map(
      (at): Edit =>
        (entries) =>
          entries.length > 2 ? entries.toSpliced(at % entries.length, 1) : entries,
    ),
    fc.tuple(place, place).map(([from, to]): Edit => (entries) => {
      const [moved] = entries.slice(from % entries.length);
      const others = entries.toSpliced(from % entries.length, 1);
      return moved ? others.toSpliced(to % entries.length, 0, moved) : entries;
    }),
  );
};

const editedBy = (side: string): fc.Arbitrary<Entry[]> =>
  fc
    .array(edit(side), { minLength: 1, maxLength: 2 })
    .map((edits) => edits.reduce((entries, one) => one(entries), BASE));

const contextOf = (codec: FormatCodec) => ({
  language: 'de',
  languages: ['de'],
  sourceLanguage: codec.bilingual ? 'en' : 'de',
  projectName: '',
  template: { isForeign: false, hasSource: false },
  isPlural: () => true,
});

describe('a merge of two edited files', () => {
  it.each(Object.entries(FORMATS))(
    'leaves each comment and member at its entry, and each entry once: %s',
    (id, format) => {
      const codec = codecById(id);
      if (!codec) throw new Error(`there is no format ${id}`);
      let lossless = 0;
      fc.assert(
        fc.property(editedBy('now'), editedBy('file'), fc.constantFrom<Side>('now', 'file'), (now, file, side) => {
          const [base, ofNow, ofFile] = [BASE, now, file].map((entries) => Buffer.from(write(format, entries)));
          const versions = { base, now: ofNow as Buffer, file: ofFile as Buffer };
          const { bytes, losesLines } = mergeTemplates(codec, versions, side, contextOf(codec), { edits: 1_000 });
          if (!losesLines) lossless++;
          const text = Buffer.from(bytes).toString();
          expect({ wrong: wrongPart(text, { now, file }, losesLines, format), text }).toEqual({
            wrong: undefined,
            text,
          });
        }),
        { numRuns: RUNS },
      );
      // Most edits do not touch the same entry.
      expect(lossless).toBeGreaterThan(RUNS * 0.8);
    },
  );
});

/** Returns the first part of a merged file that is no entry as a merge has it. */
function wrongPart(
  text: string,
  { now, file }: Record<Side, readonly Entry[]>,
  losesLines: boolean,
  format: Format,
): string | undefined {
  const { head, tail } = format;
  if (!text.startsWith(head) || !text.endsWith(tail.trimStart())) return text;
  let rest = text.slice(head.length, text.length - tail.trimStart().length);
  const allowed = [...new Set([...now, ...file].map((entry) => entry.id))].flatMap((id) =>
    mergesOf(id, { now, file }, losesLines, format).map((entry) => ({ id, source: format.entry(entry).trimStart() })),
  );
  const longest = allowed.sort((one, other) => other.source.length - one.source.length);
  const used = new Set<string>();
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '');
    if (rest === '') return undefined;
    const found = longest.find(({ id, source }) => rest.startsWith(source) && !used.has(id));
    if (!found) return rest;
    used.add(found.id);
    rest = rest.slice(found.source.length);
  }
}

/** Returns the entries that a merge may have: with what one side has changed, or with what one or both of them have changed. */
function mergesOf(
  id: string,
  sides: Record<Side, readonly Entry[]>,
  losesLines: boolean,
  { hasDescriptions }: Format,
): Entry[] {
  const [base, now, file] = [BASE, sides.now, sides.file].map((entries) => entries.find((entry) => entry.id === id));
  const partsOf = (part: 'comment' | 'member'): (string | undefined)[] => {
    if (!now || !file) return [(now ?? file)?.[part]];
    const [n, f] = [now[part], file[part]];
    const both = n === undefined || f === undefined || n === f ? [] : [`${n}\n${f}`, `${f}\n${n}`];
    if (losesLines || (part === 'comment' && hasDescriptions)) return [n, f, ...both];
    if (base && n === base[part]) return [f];
    return base && f === base[part] ? [n] : [n, f, ...both];
  };
  return partsOf('comment').flatMap((comment) => partsOf('member').map((member) => ({ id, comment, member })));
}
