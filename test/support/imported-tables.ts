import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';

/** The values that a file has of a key in a language. */
export interface Cell {
  text: string;
  description?: string;
  /** A number of `XLIFF_STATES`. */
  state: number;
  maxLength?: number;
}

/** Cells by languages and by names of keys. */
export type Table = Record<string, Record<string, Cell>>;

export const NAMES = ['a', 'b', 'c.a', 'c.b', 'c.d.a', 'list[0]', 'list[1]', 'd', 'e', 'f.a', 'f.b', 'g'];

const dictionary = <T>(keys: readonly string[], values: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc.dictionary(fc.constantFrom(...keys), values, {
    minKeys: 1,
    maxKeys: keys.length,
    noNullPrototype: true,
    size: 'max',
  });

const cell: fc.Arbitrary<Cell> = fc.record(
  {
    text: fc.constantFrom('1', '2', '{n, plural, one {# file} other {# files}}', 'Hello {name}', ''),
    description: fc.constantFrom('First', 'Second'),
    state: fc.nat(3),
    maxLength: fc.constantFrom(5, 40),
  },
  { requiredKeys: ['text', 'state'], noNullPrototype: true },
);

export const tables: fc.Arbitrary<Table> = dictionary(['en', 'de', 'fr'], dictionary(NAMES, cell));

type Cells = [name: string, cell: Cell][];
type Write = (cells: Cells, language: string) => string;

const json: Write = (cells) => JSON.stringify(Object.fromEntries(cells.map(([name, { text }]) => [name, text])));

const arb: Write = (cells, language) => {
  const members = cells.flatMap(([name, { text, description }]) => [
    [name, text],
    [`@${name}`, description === undefined ? { x: text } : { description }],
  ]);
  return JSON.stringify(Object.fromEntries([['@@locale', language], ...members]));
};

/** Attributes of units and of their targets. */
const XLIFF_STATES = [
  ['', ''],
  ['', ' state="needs-l10n"'],
  ['', ' state="translated"'],
  [' approved="yes"', ' state="final"'],
] as const;

const xliff: Write = (cells, language) => {
  const units = cells.map(([name, { text, description, state, maxLength }]) => {
    const [approved, ofTarget] = XLIFF_STATES[state] ?? XLIFF_STATES[0];
    const size = maxLength === undefined ? '' : ` maxwidth="${maxLength}" size-unit="char"`;
    const note = description === undefined ? '' : `<note>${description}</note>`;
    const source = `${name} ${text.length % 2}`;
    return `<trans-unit id="${name}"${approved}${size}><source>${source}</source><target${ofTarget}>${text}</target>${note}</trans-unit>`;
  });
  return `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="${language}" datatype="plaintext" original="app"><body>${units.join('')}</body></file></xliff>`;
};

const po: Write = (cells, language) => {
  const entries = cells.map(([name, { text, description, state }]) => {
    const comment = description === undefined ? '' : `#. ${description}\n`;
    return `\n${comment}${state === 1 ? '#, fuzzy\n' : ''}msgid "${name}"\nmsgstr ${JSON.stringify(text)}\n`;
  });
  return `msgid ""\nmsgstr "Language: ${language}\\n"\n${entries.join('')}`;
};

function csv(table: Table): string {
  const quoted = (text = ''): string => `"${text.replaceAll('"', '""')}"`;
  const names = new Set(Object.values(table).flatMap((cells) => Object.keys(cells)));
  const rows = Array.from(names, (name) => {
    const cells = Object.values(table).map((all) => all[name]);
    const description = cells.find((each) => each?.description)?.description;
    return [name, ...cells.map((each) => quoted(each?.text)), quoted(description)].join(',');
  });
  return `${['key', ...Object.keys(table), 'description'].join(',')}\n${rows.join('\n')}\n`;
}

/** Writes the keys of the namespace `c` into files of their own. */
function zip(table: Table, extension: string, write: Write): Uint8Array {
  const files = Object.entries(table).flatMap(([language, all]) => {
    const cells = Object.entries(all);
    const ofNamespace = cells
      .filter(([name]) => name.startsWith('c.'))
      .map(([name, each]): Cells[0] => [name.slice(2), each]);
    const others = cells.filter(([name]) => !name.startsWith('c.'));
    return [
      { path: `${language}.${extension}`, language, cells: others },
      { path: `c/${language}.${extension}`, language, cells: ofNamespace },
    ];
  });
  const written = files.filter(({ cells }) => cells.length > 0);
  return zipSync(
    Object.fromEntries(written.map(({ path, language, cells }) => [path, strToU8(write(cells, language))])),
  );
}

/** A file, and the query that says how it is read. */
export interface TableFile {
  query: string;
  body: string | Uint8Array<ArrayBuffer>;
}

const ofLanguage =
  (format: string, write: Write) =>
  (table: Table): TableFile => {
    const [[language, cells] = ['en', {}]] = Object.entries(table);
    return { query: `format=${format}&language=${language}`, body: write(Object.entries(cells), language) };
  };
const ofAll =
  (format: string, extension: string, write: Write) =>
  (table: Table): TableFile => ({ query: `format=${format}`, body: new Uint8Array(zip(table, extension, write)) });

/** Writes the first language of a table, or all in a CSV file or zip. */
export const FILES: Record<string, (table: Table) => TableFile> = {
  json: ofLanguage('json', json),
  'json-nested': ofLanguage('json-nested', json),
  arb: ofLanguage('arb', arb),
  xliff: ofLanguage('xliff', xliff),
  po: ofLanguage('po', po),
  csv: (table) => ({ query: 'format=csv', body: csv(table) }),
  'json.zip': ofAll('json', 'json', json),
  'xliff.zip': ofAll('xliff', 'xlf', xliff),
  'po.zip': ofAll('po', 'po', po),
};
