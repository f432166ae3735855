// The independent programs that read files of each format. A reader returns facts by name; two files are equal if all readers
// return the same facts.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FluentBundle, FluentResource } from '@fluent/bundle';

const LIMITS = { timeout: 120_000, maxBuffer: 512 * 1024 * 1024, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
const script = (name) => fileURLToPath(new URL(`../scripts/${name}`, import.meta.url));

async function run(program, ...parameters) {
  const { stdout } = await promisify(execFile)(program, parameters, LIMITS);
  return stdout;
}

const json = async (program, ...parameters) => JSON.parse(await run(program, ...parameters));
const python = (name, ...parameters) => json('/usr/bin/python3', script(name), ...parameters);

/**
 * Returns the scalars of a value by path. The path of an item differs from the path of a member named `a[0]`. A member without a text
 * (`null`) is none; an item without one is. Numbers and booleans are converted to texts, as an import does.
 */
function flatten(value, path = '', scalars = new Map()) {
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      if (item === null) scalars.set(itemPath(path, index), 'null');
      flatten(item, itemPath(path, index), scalars);
    });
  } else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value))
      flatten(member, path === '' ? name : `${path}.${name}`, scalars);
  else if (value !== null) scalars.set(path, String(value));
  return scalars;
}

const itemPath = (path, index) => `${path} item ${index}`;

/** Joins the path of each [path, value] of a JSON file. */
const joinPaths = (scalars, itemPath) =>
  new Map(
    scalars
      .filter(([path, value]) => value !== null || typeof path.at(-1) === 'number')
      .map(([path, value]) => [
        path.reduce(
          (joined, part, index) =>
            typeof part === 'number' ? itemPath(joined, part) : index > 0 ? `${joined}.${part}` : part,
          '',
        ),
        String(value),
      ]),
  );

const jsonFile = async (path) => joinPaths(await python('read.py', 'json', path), itemPath);
/** An export of the flat format has the items of a list under their dotted names. */
const flatJsonFile = async (path) => {
  const texts = joinPaths(await python('read.py', 'json', path), (list, index) => `${list}[${index}]`);
  return new Map([...texts].filter(([, text]) => text !== 'null'));
};
const facts = (kind) => async (path) => flatten(await python('facts.py', kind, path));
/** Returns the cells of a table by their row's first cell and their column. The columns `pt_BR` and `pt-BR` are the same. */
const tableFacts = ([header = [], ...body]) => {
  const names = header.map((name) => String(name).replaceAll('_', '-'));
  const rows = body.map((cells) => [
    cells[0],
    Object.fromEntries(names.map((name, index) => [name, cells[index] || null])),
  ]);
  return flatten(Object.fromEntries(rows));
};

/** Numbers that cover the plural forms of all languages. */
const NUMBERS = '0,1,2,3,4,5,6,7,10,11,12,20,21,22,25,100,101,102,103,111,1000000';

async function withFolder(use) {
  const folder = await mkdtemp(join(tmpdir(), 'glossa-real-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Reads compiled resources without markup. They are not linked, because a single file refers to resources of other files. */
const aapt2 = (path) =>
  withFolder(async (folder) => {
    const values = join(folder, 'values');
    await mkdir(values);
    await copyFile(path, join(values, 'strings.xml'));
    await run('aapt2', 'compile', '-o', folder, join(values, 'strings.xml'));
    const dump = await run('aapt2', 'dump', 'apc', join(folder, 'values_strings.arsc.flat'));
    // There is no line end after the bracket of an empty array.
    const resources = dump.split(/(?:^ *|(?<=\[))resource 0x[\da-f]+ /m).slice(1);
    const matches = resources.map((resource) =>
      /^((?:string|plurals|array)\/\S+).*\n([^]*?)(?:^ {4}type |$(?![^]))/m.exec(resource),
    );
    return new Map(
      matches
        .filter(Boolean)
        .map(([, name, values]) => [name, normalizeForms(name, values.replaceAll(/ size=\d+| src=\S+/g, '').trim())]),
    );
  });

/** Sorts the forms of a plural and removes copies of `other`, which an export adds. */
function normalizeForms(name, content) {
  if (!name.startsWith('plurals/')) return content;
  const forms = [...content.matchAll(/^ *(\w+)=("[^]*?")$(?=\s*(?:\w+="|$(?![^])))/gm)].map(([, form, text]) => [
    form,
    text,
  ]);
  const other = new Map(forms).get('other');
  return JSON.stringify(forms.filter(([form, text]) => form === 'other' || text !== other).sort());
}

/** Reads the file that Qt's converter writes after reading the original. */
const qt = (path) =>
  withFolder(async (folder) => {
    const rewritten = join(folder, 'rewritten.ts');
    await run('/usr/lib/qt6/bin/lconvert', '-locations', 'absolute', '-i', path, '-o', rewritten);
    return facts('qt-ts')(rewritten);
  });

/** Reads with the parser of Fluent's runtime. A literal in `{"quotes"}` is merged with the text around it. */
async function fluentBundle(path) {
  const bundle = new FluentBundle('en');
  bundle.addResource(new FluentResource(await readFile(path, 'utf8')));
  const messages = [...bundle._messages, ...bundle._terms].map(([id, { value, attributes }]) => [
    id,
    { value, attributes },
  ]);
  return flatten(mergeLiterals(Object.fromEntries(messages)));
}

function mergeLiterals(value) {
  if (value?.type === 'str') return value.value;
  if (Array.isArray(value)) return joinTexts(value.map(mergeLiterals));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mergeLiterals(member)]));
}

function joinTexts(parts) {
  const joined = parts.reduce((before, part) => {
    const last = before.at(-1);
    return typeof part === 'string' && typeof last === 'string'
      ? [...before.slice(0, -1), last + part]
      : [...before, part];
  }, []);
  return joined.length === 1 ? joined[0] : joined;
}

/** The folder of compiled classes. They are compiled once, because Java's source launcher takes a second for each file. */
let classes;
async function javaBundle(path) {
  classes ??= mkdtemp(join(tmpdir(), 'glossa-real-')).then(async (folder) => {
    process.once('exit', () => rmSync(folder, { recursive: true }));
    await run('javac', '-d', folder, script('ReadProperties.java'));
    return folder;
  });
  return flatten(
    Object.fromEntries(await json('java', '-Xshare:auto', '-cp', await classes, 'ReadProperties', 'bundle', path)),
  );
}

const php = (path) => json('php', '-n', '-d', 'extension=tokenizer.so', script('read_array.php'), path);

/** The readers of each format: [name, read]. */
export const READERS = {
  json: [['json of Python', flatJsonFile]],
  'json-nested': [['json of Python', jsonFile]],
  'icu-json': [['json of Python', jsonFile]],
  i18next: [['json of Python', jsonFile]],
  arb: [['json of Python', jsonFile]],
  xcstrings: [['json of Python', jsonFile]],
  yaml: [['ruamel.yaml', async (path) => flatten(await python('read.py', 'yaml1.2', path))]],
  'yaml-rails': [['Psych', async (path) => flatten(await json('ruby', script('read_yaml.rb'), path))]],
  po: [
    ['msgfmt', async (path) => flatten(await python('gettext_catalog.py', path, NUMBERS).then(Object.fromEntries))],
    ['translate-toolkit', facts('po')],
  ],
  properties: [['java.util', javaBundle]],
  xliff: [['lxml', facts('xliff')]],
  xliff2: [['lxml', facts('xliff2')]],
  android: [
    ['aapt2', aapt2],
    ['lxml', facts('android')],
  ],
  strings: [['GNUstep', async (path) => flatten(Object.fromEntries(await python('strings.py', path)))]],
  stringsdict: [['plistlib', async (path) => flatten(await python('read.py', 'plist', path))]],
  csv: [['csv of Python', async (path) => tableFacts(await python('read.py', 'csv', path))]],
  tsv: [['csv of Python', async (path) => tableFacts(await python('read.py', 'tsv', path))]],
  xlsx: [['openpyxl', async (path) => tableFacts(Object.values(await python('read.py', 'xlsx', path))[0])]],
  resx: [
    [
      'lxml',
      async (path) =>
        flatten(
          await python('read.py', 'resx', path).then((texts) =>
            Object.fromEntries(texts.map(([name, ...facts]) => [name, facts])),
          ),
        ),
    ],
  ],
  'qt-ts': [['lconvert', qt]],
  tmx: [['lxml', facts('tmx')]],
  fluent: [['@fluent/bundle', fluentBundle]],
  php: [['PHP', async (path) => flatten(await php(path))]],
};

/** Returns the number of cells of two workbooks that openpyxl reads differently, on all sheets. */
export async function countChangedCells(before, after) {
  const folder = await mkdtemp(join(tmpdir(), 'glossa-cells-'));
  try {
    const [old, changed] = await Promise.all(
      [before, after].map(async (bytes, index) => {
        const path = join(folder, `${index}.xlsx`);
        await writeFile(path, bytes);
        const sheets = Object.entries(await python('read.py', 'xlsx', path));
        const cells = sheets.flatMap(([sheet, rows]) =>
          rows.flatMap((row, y) => row.map((value, x) => [JSON.stringify([sheet, y, x]), value ?? null])),
        );
        return new Map(cells);
      }),
    );
    return [...new Set([...old.keys(), ...changed.keys()])].filter((cell) => old.get(cell) !== changed.get(cell))
      .length;
  } finally {
    await rm(folder, { recursive: true });
  }
}
