import fc from 'fast-check';
import { codecById } from '../model/registry';
import type { FormatCodec } from '../model/codec';
import type { Side } from '../template/merge-lines';
import { mergeTemplates } from '../template/merge-templates';
import { readCsv } from './csv-reader';

interface Tables {
  base: string;
  now: string;
  file: string;
}

function mergedTable({ base, now, file }: Tables, side: Side = 'now'): { text: string; losesLines: boolean } {
  const context = {
    language: 'de',
    languages: ['de', 'fr', 'it'],
    sourceLanguage: 'de',
    projectName: '',
    template: { isForeign: false, hasSource: false },
    isPlural: () => true,
  };
  const versions = { base: Buffer.from(base), now: Buffer.from(now), file: Buffer.from(file) };
  const merged = mergeTemplates(codecById('csv') as FormatCodec, versions, side, context, { edits: 1_000 });
  return { text: Buffer.from(merged.bytes).toString(), losesLines: merged.losesLines };
}

describe('mergeTemplates of tables', () => {
  const base = 'key,de,note,ref\na,A,x,1\nb,B,y,2\n';

  const quoted = base.replaceAll(/\w+/g, '"$&"');

  it.each<[string, Tables, string]>([
    [
      'a new row and columns in another order',
      { base, now: 'key,de,ref,note\na,A,1,x\nb,B,2,y\n', file: `${base}c,C,z,3\n` },
      'key,de,ref,note\na,A,1,x\nb,B,2,y\nc,C,3,z\n',
    ],
    [
      'a new row and columns that the file has in another order',
      { base, now: `${base}c,C,z,3\n`, file: 'ref,key,de,note\n1,a,A,x2\n2,b,B,y\n' },
      'ref,key,de,note\n1,a,A,x2\n2,b,B,y\n3,c,C,z\n',
    ],
    [
      'a new row and a removed column',
      { base, now: 'key,de,ref\na,A,1\nb,B,2\n', file: `${base}c,C,,3\n` },
      'key,de,ref\na,A,1\nb,B,2\nc,C,3\n',
    ],
    [
      'a new row and a renamed column',
      { base, now: base.replace('note', 'remark'), file: `${base}c,C,z,3\n` },
      `${base.replace('note', 'remark')}c,C,z,3\n`,
    ],
    [
      'a changed cell and a renamed column that has moved',
      { base, now: base.replace('B,y', 'B,y2'), file: 'key,remark,de,ref\na,x,A,1\nb,y,B,2\n' },
      'key,remark,de,ref\na,x,A,1\nb,y2,B,2\n',
    ],
    [
      'a renamed column of keys, and a renamed column of texts',
      { base, now: base.replace('key', 'name'), file: `${base.replace('de', 'DE')}c,C,z,3\n` },
      `${base.replace('key,de', 'name,DE')}c,C,z,3\n`,
    ],
    [
      'a column that is renamed in one and removed in the other',
      { base, now: base.replace('note', 'remark'), file: 'key,de,ref\na,A,1\nb,B,2\n' },
      'key,de,ref\na,A,1\nb,B,2\n',
    ],
    [
      'another delimiter',
      {
        base,
        now: base.replaceAll(',', ';').replace('x', '"x;"'),
        file: base.replace('B,y', 'B,y;2') + 'c,C,"z,;",3\n',
      },
      'key;de;note;ref\na;A;"x;";1\nb;B;"y;2";2\nc;C;"z,;";3\n',
    ],
    [
      'another delimiter of the file, with a line that names it',
      { base, now: `${base}c,C,z,3\n`, file: `sep=;\n${base.replaceAll(',', ';')}` },
      `sep=;\n${base.replaceAll(',', ';')}c;C;z;3\n`,
    ],
    [
      'quotes of all cells',
      { base, now: quoted, file: base.replace('B,y', 'B,y2') + 'c,C,,3\n' },
      `${base.replace('B,y', 'B,y2')}c,C,,3\n`.replaceAll(/\w+/g, '"$&"'),
    ],
    [
      'no quotes any more',
      {
        base: quoted,
        now: base,
        file: `${quoted}"c","C, D","z","3"\n`,
      },
      `${base}c,"C, D",z,3\n`,
    ],
    [
      'a short row and columns in another order',
      { base: 'key,de,note\na,A\nb,B,y\n', now: 'key,note,de\na,,A\nb,y,B\n', file: 'key,de,note\na,A\nb,B,y\nc,C\n' },
      'key,note,de\na,,A\nb,y,B\nc,,C\n',
    ],
  ])('merges %s', (_, tables, text) => {
    expect(mergedTable(tables)).toEqual({ text, losesLines: false });
  });

  it.each<Side>(['now', 'file'])(
    'has the table of one side where one lacks a column with changed cells: %s',
    (side) => {
      const removed = 'key,de,ref\na,A,1\nb,B,2\n';
      for (const changed of [base.replace('x', 'x2'), `${base}c,C,z,3\n`]) {
        for (const sides of [
          { now: removed, file: changed },
          { now: changed, file: removed },
        ]) {
          expect(mergedTable({ base, ...sides }, side)).toEqual({ text: sides[side], losesLines: true });
        }
      }
    },
  );

  it('has the name of one side where both have renamed a column', () => {
    const tables = { base, now: base.replace('note', 'remark'), file: `${base.replace('note', 'hint')}c,C,z,3\n` };
    expect(mergedTable(tables, 'now')).toEqual({ text: `${tables.now}c,C,z,3\n`, losesLines: true });
    expect(mergedTable(tables, 'file')).toEqual({ text: tables.file, losesLines: true });
  });

  it('has every cell under its own header', () => {
    const names = ['n1', 'n2', 'n3', 'n4', 'fr', 'description'];
    const texts = fc
      .record({ base: version('base'), now: version('now'), file: version('file') })
      .map(({ base: first, ...sides }) => {
        const unchanged = { ...first, removed: undefined, renamed: undefined, changed: undefined };
        const columns = ['key', 'de', 'n1', 'n2', ...names.slice(2, first.added)];
        const tableOf = (table: Version): string => {
          const added = columns.includes('n4') ? table.name : 'n4';
          const present = table.added > 3 ? [...columns, added] : columns;
          const kept = present.filter((column) => column !== table.removed);
          const fixed = kept.slice(0, table.isFixed ? kept.indexOf('de') + 1 : 0);
          const others = kept.slice(fixed.length);
          const turn = table.turn % Math.max(1, others.length);
          return writeTable(table, [...fixed, ...others.slice(turn), ...others.slice(0, turn)]);
        };
        return {
          base: writeTable({ ...unchanged, rows: [] }, columns),
          now: tableOf(sides.now),
          file: tableOf(sides.file),
        };
      });
    fc.assert(
      fc.property(texts, fc.constantFrom<Side>('now', 'file'), (tables, side) => {
        expect(cellsUnderOthers(mergedTable(tables, side).text)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});

type Version = typeof version extends (name: string) => fc.Arbitrary<infer T> ? T : never;

/** The changes of a version of a table. */
function version(name: string): fc.Arbitrary<{
  name: string;
  /** How many columns there are, or whether one is new. */
  added: number;
  turn: number;
  /** The columns of keys and texts stay. */
  isFixed: boolean;
  removed?: string;
  renamed?: string;
  changed?: string;
  rows: string[];
  delimiter: string;
  isQuoted: boolean;
  isShort: boolean;
}> {
  return fc.record({
    name: fc.constant(name),
    added: fc.nat(6),
    turn: fc.oneof(fc.constant(0), fc.nat(6)),
    isFixed: fc.boolean(),
    removed: fc.constantFrom(undefined, undefined, 'n1', 'n2', 'n3'),
    renamed: fc.constantFrom(undefined, undefined, 'n1', 'n2'),
    changed: fc.constantFrom(undefined, 'a n1', 'a n2', 'b de'),
    rows: fc.constantFrom([], ['c'], [`new-${name}`]),
    delimiter: fc.constantFrom(',', ',', ',', ',', ';'),
    isQuoted: fc.constantFrom(false, false, false, true),
    isShort: fc.constantFrom(false, false, false, true),
  });
}

/** Writes a table whose cells begin with their keys and the names that their columns have in the base. */
function writeTable(table: Version, columns: readonly string[]): string {
  const cellOf = (key: string, column: string): string => {
    if (column === 'key') return key;
    const cell = `${key} ${column}`;
    return cell === table.changed || table.rows.includes(key) ? `${cell} of ${table.name}` : cell;
  };
  const last = Math.max(columns.indexOf('key'), columns.indexOf('de'));
  const header = columns.map((column) => (column === table.renamed ? `${column}x` : column));
  const rows = ['a', 'b', ...table.rows].map((key, at) => {
    const cells = columns.map((column) => cellOf(key, column));
    return at > 0 && table.isShort ? cells.slice(0, last + 1) : cells;
  });
  return [header, ...rows]
    .map((row) => `${row.map((cell) => (table.isQuoted ? `"${cell}"` : cell)).join(table.delimiter)}\n`)
    .join('');
}

function cellsUnderOthers(text: string): string[] {
  const [header = [], ...rows] = rowsOf(text).map((cells) => cells.map((cell) => cell ?? ''));
  const names = header.map((name) => name.replace(/x$/, ''));
  const keyColumn = names.indexOf('key');
  return rows.flatMap((cells) =>
    cells.filter(
      (cell, at) => cell !== '' && at !== keyColumn && !`${cell} `.startsWith(`${cells[keyColumn]} ${names[at]} `),
    ),
  );
}

function rowsOf(text: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  readCsv(text, /[,;]/.exec(text)?.[0] ?? ',', (_line, cells) => rows.push([...cells]));
  return rows;
}
