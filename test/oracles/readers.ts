import { FluentBundle, FluentResource } from '@fluent/bundle';
import { fail } from 'node:assert/strict';
import { type DebianPackage, python, run, script, withFile } from './oracle';

/** [key, text] as somebody else reads a file; keys in the order of that reader. */
export type Read = [key: string, text: unknown][];

export interface Reader {
  name: string;
  packages: readonly DebianPackage[];
  /** @throws Error where the reader refuses the file */
  read(bytes: Uint8Array): Read;
}

/** A reader that takes a file by its path. */
const reader = (
  name: string,
  packages: readonly DebianPackage[],
  fileName: string,
  readFile: (path: string) => Read,
): Reader => ({ name, packages, read: (bytes) => withFile(fileName, bytes, readFile) });

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : fail('a list was expected'));
const cell = (value: unknown): string => (typeof value === 'string' ? value : '');
const pairs = (value: unknown): Read => list(value).map((pair) => [cell(list(pair)[0]), list(pair)[1]]);
const members = (value: unknown): Read => Object.entries(Object(value));

/** Rows below a header; the column of the language. */
const column = (rows: unknown, name: string): Read => {
  const [header, ...body] = list(rows).map(list);
  const at = header?.indexOf(name) ?? -1;
  return body.map((row) => [cell(row[0]), cell(row[at])]);
};

export const csvRows = (kind: 'csv' | 'tsv'): Reader =>
  reader(`csv of Python (${kind})`, ['python3'], `f.${kind}`, (path) => column(python('read.py', kind, path), 'de'));

export const jsonMembers = reader('json of Python', ['python3'], 'f.json', (path) =>
  list(python('read.py', 'json', path)).map((each) => [list(list(each)[0]).join('.'), list(each)[1]]),
);

/** A text of a .stringsdict is a format without variables. */
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
    pairs(JSON.parse(run('java', [script('ReadProperties.java'), kind, path]))),
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

/** By translate-toolkit's names of formats. Formats of one language have their text where others have the source. */
export const toolkit = (kind: string, fileName: string, key: 'id' | 'context' | 'source' = 'id'): Reader =>
  reader(`translate-toolkit (${kind})`, ['python3', 'python3-translate'], fileName, (path) =>
    list(python('toolkit.py', kind, path)).map((unit) => {
      const [id, context, source, target] = list(unit);
      return [cell({ id, context, source }[key]), target ?? source];
    }),
  );

/** Texts are printed with their later lines indented below the first. */
export const aapt2 = reader('aapt2', ['aapt', 'android-framework-res'], 'strings.xml', (path) => {
  const dump = run('sh', [script('android.sh'), path]);
  return [
    ...dump.matchAll(/^ {4}resource 0x[\da-f]+ string\/(\S+)\n {6}\(\) "(.*?)"\n(?= {4}resource| {2}type|$)/gms),
  ].map(([, key = '', text = '']) => [key, text.replaceAll(/\n {6}/g, '\n')]);
});

/** Qt's own converter makes a PO file of it, which gettext reads. */
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
