import { FluentBundle, FluentResource } from '@fluent/bundle';
import { fail } from 'node:assert/strict';
import { type DebianPackage, java as runJava, python, run, script, withFile } from './oracle';

/** The entries of a file as an oracle reads them, in the order of the oracle. */
export type ReadEntries = [key: string, text: unknown][];

export interface Reader {
  name: string;
  packages: readonly DebianPackage[];
  /** @throws Error if the reader refuses the file */
  read(bytes: Uint8Array): ReadEntries;
}

/** Returns a reader that reads a file from its path. */
const reader = (
  name: string,
  packages: readonly DebianPackage[],
  fileName: string,
  readFile: (path: string) => ReadEntries,
): Reader => ({ name, packages, read: (bytes) => withFile(fileName, bytes, readFile) });

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : fail('a list was expected'));
const cell = (value: unknown): string => (typeof value === 'string' ? value : '');
const pairs = (value: unknown): ReadEntries => list(value).map((pair) => [cell(list(pair)[0]), list(pair)[1]]);
const members = (value: unknown): ReadEntries => Object.entries(Object(value));

/** Returns the first cell and the cell of a named column for each row below the header. */
const column = (rows: unknown, name: string): ReadEntries => {
  const [header, ...body] = list(rows).map(list);
  const index = header?.indexOf(name) ?? -1;
  return body.map((row) => [cell(row[0]), cell(row[index])]);
};

export const csvRows = (kind: 'csv' | 'tsv'): Reader =>
  reader(`csv of Python (${kind})`, ['python3'], `f.${kind}`, (path) => column(python('read.py', kind, path), 'de'));

export const jsonMembers = reader('json of Python', ['python3'], 'f.json', (path) =>
  list(python('read.py', 'json', path)).map((scalar) => [list(list(scalar)[0]).join('.'), list(scalar)[1]]),
);

/** The texts of a .stringsdict file are formats without variables. */
export const plist = reader('plistlib of Python', ['python3'], 'f.plist', (path) =>
  members(python('read.py', 'plist', path)).map(([key, format]) => [
    key,
    new Map(members(format)).get('NSStringLocalizedFormatKey'),
  ]),
);

export const xliff2 = reader('lxml', ['python3', 'python3-lxml'], 'f.xlf', (path) =>
  pairs(python('read.py', 'xliff2', path)),
);

export const resx = reader('lxml', ['python3', 'python3-lxml'], 'f.resx', (path) =>
  pairs(python('read.py', 'resx', path)),
);

export const tmx = reader('lxml', ['python3', 'python3-lxml'], 'f.tmx', (path) =>
  pairs(python('read.py', 'tmx', path)).map(([key, texts]) => [key, new Map(members(texts)).get('de')]),
);

export const openpyxl = reader('openpyxl', ['python3', 'python3-openpyxl'], 'f.xlsx', (path) => {
  const [[, rows] = []] = members(python('read.py', 'xlsx', path));
  return column(rows, 'de');
});

export const pyyaml = reader('PyYAML', ['python3', 'python3-yaml'], 'f.yaml', (path) =>
  members(python('read.py', 'yaml1.1', path)),
);

export const ruamel = reader('ruamel.yaml', ['python3', 'python3-ruamel.yaml'], 'f.yaml', (path) =>
  members(python('read.py', 'yaml1.2', path)),
);

export const psych = reader('Psych of Ruby', ['ruby-i18n'], 'f.yml', (path) =>
  members(JSON.parse(run('ruby', [script('read_yaml.rb'), path]))),
);

export const gettext = reader('msgfmt and gettext of Python', ['python3', 'gettext'], 'f.po', (path) =>
  pairs(python('gettext_catalog.py', path)),
);

export const java = (kind: 'properties' | 'bundle'): Reader =>
  reader(`java.util (${kind})`, ['default-jdk-headless'], 'f.properties', (path) =>
    pairs(JSON.parse(runJava('ReadProperties', [kind, path]))),
  );

export const php = reader('PHP', ['php-cli'], 'f.php', (path) =>
  members(JSON.parse(run('php', ['-n', '-d', 'extension=tokenizer.so', script('read_array.php'), path]))),
);

export const gnustep = reader('GNUstep', ['python3', 'gnustep-base-runtime'], 'f.strings', (path) =>
  pairs(python('strings.py', path)),
);

export const fluent: Reader = {
  name: '@fluent/bundle',
  packages: [],
  read: (bytes) => {
    const bundle = new FluentBundle('en', { useIsolating: false });
    bundle.addResource(new FluentResource(Buffer.from(bytes).toString()));
    return [...bundle._messages].map(([id, { value }]) => [id, bundle.formatPattern(value ?? '')]);
  },
};

/**
 * @param kind the format, as `scripts/toolkit.py` names it
 * @param key the property of a unit that is its key. A unit of a monolingual format has its text as the source.
 */
export const toolkit = (kind: string, fileName: string, key: 'id' | 'context' | 'source' = 'id'): Reader =>
  reader(`translate-toolkit (${kind})`, ['python3', 'python3-translate'], fileName, (path) =>
    list(python('toolkit.py', kind, path)).map((unit) => {
      const [id, context, source, target] = list(unit);
      return [cell({ id, context, source }[key]), target ?? source];
    }),
  );

/** aapt2 prints a text with the lines after the first one indented. */
export const aapt2 = reader('aapt2', ['aapt', 'android-framework-res'], 'strings.xml', (path) => {
  const dump = run('sh', [script('android.sh'), path]);
  return [
    ...dump.matchAll(/^ {4}resource 0x[\da-f]+ string\/(\S+)\n {6}\(\) "(.*?)"\n(?= {4}resource| {2}type|$)/gms),
  ].map(([, key = '', text = '']) => [key, text.replaceAll(/\n {6}/g, '\n')]);
});

/** Qt's converter turns the file into a PO file, which gettext reads. */
export const lconvert: Reader = {
  name: 'lconvert of Qt',
  packages: ['python3', 'gettext', 'qt6-l10n-tools'],
  read: (bytes) =>
    withFile('f.ts', bytes, (path) => {
      const converted = `${path}.po`;
      run('/usr/lib/qt6/bin/lconvert', ['-i', path, '-o', converted, '-of', 'po']);
      return pairs(python('gettext_catalog.py', converted));
    }),
};
