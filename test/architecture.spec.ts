import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const SRC = join(__dirname, '../src');

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  .sort();

/** Returns the imports and re-exports of a file, including imports of types, which the lint rule ignores. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(SRC, path), 'utf8');
  return [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom '(\.[^']*)';$/gm)]
    .map(([, specifier = '']) => join(SRC, dirname(path), specifier))
    .map((target) => (existsSync(`${target}.ts`) ? `${target}.ts` : join(target, 'index.ts')))
    .map((target) => relative(SRC, target));
}

/** @returns the files of a circle with the first one repeated at the end; undefined where there is none */
function findCircle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | undefined => {
    if (done.has(file)) return undefined;
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    path.push(file);
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    path.pop();
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = visit(file);
    if (circle) return circle;
  }
  return undefined;
}

it('has no circular imports, not even of types', () => {
  expect(findCircle(new Map(sources.map((path) => [path, importsOf(path)])))).toBeUndefined();
});

it('detects a circular import', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ]);
  expect(findCircle(graph)).toEqual(['b', 'c', 'b']);
});

/** Settings and clauses that decide how PostgreSQL plans a read. */
const PLANNING =
  /\benable_[a-z]+ *=|plan_cache_mode|cursor_tuple_fraction|\bOFFSET 0\b|LATERAL \((?:(?!LATERAL)[^])*?\bLIMIT 1\)/;

it('names how rows are read in src/database/planned-reads.ts only', () => {
  const found = sources
    .filter((path) => !path.startsWith('database/migrations/') && !path.endsWith('.spec.ts'))
    .filter((path) => PLANNING.test(readFileSync(join(SRC, path), 'utf8')));
  expect(found).toEqual(['database/planned-reads.ts']);
});
