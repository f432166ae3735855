// How other people's programs read a file of each format: facts, by name. Two files are equal where all readers find the same.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FluentBundle, FluentResource } from '@fluent/bundle';

const MOST = { timeout: 120_000, maxBuffer: 512 * 1024 * 1024, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
const script = (name) => fileURLToPath(new URL(`../scripts/${name}`, import.meta.url));

async function run(program, ...parameters) {
  const { stdout } = await promisify(execFile)(program, parameters, MOST);
  return stdout;
}

const json = async (program, ...parameters) => JSON.parse(await run(program, ...parameters));
const python = (name, ...parameters) => json('/usr/bin/python3', script(name), ...parameters);

/** Scalars by path. `null` is no text; numbers and booleans are the texts that they become, as docs/formats.md says. */
function flat(value, at = '', found = new Map()) {
  if (Array.isArray(value)) value.forEach((item, index) => flat(item, `${at}[${index}]`, found));
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) flat(member, at === '' ? name : `${at}.${name}`, found);
  else if (value !== null) found.set(at, String(value));
  return found;
}

/** [path, value] of each scalar of a JSON file. */
const joined = (scalars) =>
  new Map(
    scalars
      .filter(([, value]) => value !== null)
      .map(([path, value]) => [
        path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index > 0 ? `.${part}` : part)).join(''),
        String(value),
      ]),
  );

const jsonFile = async (path) => joined(await python('read.py', 'json', path));
const facts = (kind) => async (path) => flat(await python('facts.py', kind, path));
/** What each row says in each column, by its first cell; a column for `pt_BR` is one for `pt-BR`. */
const table = ([header = [], ...body]) => {
  const names = header.map((name) => String(name).replaceAll('_', '-'));
  const rows = body.map((cells) => [cells[0], Object.fromEntries(names.map((name, at) => [name, cells[at] || null]))]);
  return flat(Object.fromEntries(rows));
};

/** Every form that the language has, of the numbers that tell them apart. */
const NUMBERS = '0,1,2,3,4,5,6,7,10,11,12,20,21,22,25,100,101,102,103,111,1000000';

async function withFolder(use) {
  const folder = await mkdtemp(join(tmpdir(), 'glossa-real-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** As a device has them, markup left out; not linked, for a file alone refers to what it does not hold. */
const aapt2 = (path) =>
  withFolder(async (folder) => {
    const values = join(folder, 'values');
    await mkdir(values);
    await copyFile(path, join(values, 'strings.xml'));
    await run('aapt2', 'compile', '-o', folder, join(values, 'strings.xml'));
    const dump = await run('aapt2', 'dump', 'apc', join(folder, 'values_strings.arsc.flat'));
    // Behind the bracket of an empty array there is no line end.
    const resources = dump.split(/(?:^ *|(?<=\[))resource 0x[\da-f]+ /m).slice(1);
    const said = resources.map((resource) =>
      /^((?:string|plurals|array)\/\S+).*\n([^]*?)(?:^ {4}type |$(?![^]))/m.exec(resource),
    );
    return new Map(
      said
        .filter(Boolean)
        .map(([, name, values]) => [name, forms(name, values.replaceAll(/ size=\d+| src=\S+/g, '').trim())]),
    );
  });

/** A form that is that of `other` is no news, nor is their order. */
function forms(name, said) {
  if (!name.startsWith('plurals/')) return said;
  const found = [...said.matchAll(/^ *(\w+)=("[^]*?")$(?=\s*(?:\w+="|$(?![^])))/gm)].map(([, form, words]) => [
    form,
    words,
  ]);
  const other = new Map(found).get('other');
  return JSON.stringify(found.filter(([form, words]) => form === 'other' || words !== other).sort());
}

/** By Qt's own reader, which writes what it read. */
const qt = (path) =>
  withFolder(async (folder) => {
    const rewritten = join(folder, 'rewritten.ts');
    await run('/usr/lib/qt6/bin/lconvert', '-locations', 'absolute', '-i', path, '-o', rewritten);
    return facts('qt-ts')(rewritten);
  });

/** The runtime's own parser; a literal says the same in `{"quotes"}` and without. */
async function fluentBundle(path) {
  const bundle = new FluentBundle('en');
  bundle.addResource(new FluentResource(await readFile(path, 'utf8')));
  const messages = [...bundle._messages, ...bundle._terms].map(([id, { value, attributes }]) => [
    id,
    { value, attributes },
  ]);
  return flat(mergedLiterals(Object.fromEntries(messages)));
}

function mergedLiterals(value) {
  if (value?.type === 'str') return value.value;
  if (Array.isArray(value)) return joinedTexts(value.map(mergedLiterals));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mergedLiterals(member)]));
}

function joinedTexts(parts) {
  const joined = parts.reduce((before, part) => {
    const last = before.at(-1);
    return typeof part === 'string' && typeof last === 'string'
      ? [...before.slice(0, -1), last + part]
      : [...before, part];
  }, []);
  return joined.length === 1 ? joined[0] : joined;
}

/** Compiled once: the launcher of source files takes a second for each. */
let classes;
async function javaBundle(path) {
  classes ??= mkdtemp(join(tmpdir(), 'glossa-real-')).then(async (folder) => {
    process.once('exit', () => rmSync(folder, { recursive: true }));
    await run('javac', '-d', folder, script('ReadProperties.java'));
    return folder;
  });
  return flat(
    Object.fromEntries(await json('java', '-Xshare:auto', '-cp', await classes, 'ReadProperties', 'bundle', path)),
  );
}

const php = (path) => json('php', '-n', '-d', 'extension=tokenizer.so', script('read_array.php'), path);

/** By format: [name, read]. */
export const READERS = {
  json: [['json of Python', jsonFile]],
  'json-nested': [['json of Python', jsonFile]],
  'icu-json': [['json of Python', jsonFile]],
  i18next: [['json of Python', jsonFile]],
  arb: [['json of Python', jsonFile]],
  xcstrings: [['json of Python', jsonFile]],
  yaml: [['ruamel.yaml', async (path) => flat(await python('read.py', 'yaml1.2', path))]],
  'yaml-rails': [['Psych', async (path) => flat(await json('ruby', script('read_yaml.rb'), path))]],
  po: [
    ['msgfmt', async (path) => flat(await python('gettext_catalog.py', path, NUMBERS).then(Object.fromEntries))],
    ['translate-toolkit', facts('po')],
  ],
  properties: [['java.util', javaBundle]],
  xliff: [['lxml', facts('xliff')]],
  xliff2: [['lxml', facts('xliff2')]],
  android: [
    ['aapt2', aapt2],
    ['lxml', facts('android')],
  ],
  strings: [['GNUstep', async (path) => flat(Object.fromEntries(await python('strings.py', path)))]],
  stringsdict: [['plistlib', async (path) => flat(await python('read.py', 'plist', path))]],
  csv: [['csv of Python', async (path) => table(await python('read.py', 'csv', path))]],
  tsv: [['csv of Python', async (path) => table(await python('read.py', 'tsv', path))]],
  xlsx: [['openpyxl', async (path) => table(Object.values(await python('read.py', 'xlsx', path))[0])]],
  resx: [
    [
      'lxml',
      async (path) =>
        flat(
          await python('read.py', 'resx', path).then((all) =>
            Object.fromEntries(all.map(([name, ...said]) => [name, said])),
          ),
        ),
    ],
  ],
  'qt-ts': [['lconvert', qt]],
  tmx: [['lxml', facts('tmx')]],
  fluent: [['@fluent/bundle', fluentBundle]],
  php: [['PHP', async (path) => flat(await php(path))]],
};
