// Imports real files into a running Glossa, exports them, and compares what independent programs read in both.
// usage: node test/oracles/real-files/main.mjs [--url URL] [--key SECRET] [--format ID] [--language TAG] [--layout canonical] [--keep FOLDER] [--quiet] FILE|FOLDER|@LIST...
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { readArguments } from './arguments.mjs';
import { Glossa, Refusal } from './glossa.mjs';
import { countChangedCells, READERS } from './readers.mjs';

const SHOWN_DIFFERENCES = 5;
const SHOWN_LENGTH = 160;
/** A change of one text that changes more lines is reported. */
const MAX_CHANGED_LINES = 3;

// The format is required if several formats use the file's extension.
const { values: options, positionals } = readArguments({
  /** The language of files whose content and path have none. */
  language: { type: 'string' },
  /** The layout of the exports. */
  layout: { type: 'string', default: 'template' },
  /** A folder to which exports that differ are written. */
  keep: { type: 'string' },
  /** Omits equal files from the output. */
  quiet: { type: 'boolean', default: false },
});

const glossa = await Glossa.connect(options.url, options.key);

async function judge(path) {
  const format = options.format ?? glossa.formatFor(extname(path).slice(1));
  if (!READERS[format]) throw new Error(`--format is needed for ${path}`);
  try {
    const { bytes, edited, texts } = await glossa.exchange(path, format, options.language, options.layout);
    const { verdict, lines } = await compare(path, bytes, format);
    const isIdentical = bytes.equals(await readFile(path));
    if (options.keep && (verdict === 'different' || !isIdentical)) await keep(path, bytes);
    const changedLines = edited && (await countChanges(format, bytes, edited));
    return { format, verdict, texts, isIdentical, changedLines, lines };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { format, verdict: 'refused', texts: 0, lines: [error.message, ...(await askReaders(path, format))] };
  }
}

/** Returns the number of lines that an edit changes; for a workbook, the number of cells. */
const countChanges = async (format, before, after) =>
  format === 'xlsx' ? countChangedCells(before, after) : countChangedLines(before, after);

/** Returns the number of lines from the first to the last one in which the files differ. */
function countChangedLines(before, after) {
  const [old, changed] = [before, after].map((bytes) => bytes.toString('latin1').split('\n'));
  const start = old.findIndex((line, i) => line !== changed[i]);
  if (start < 0) return 0;
  let end = 0;
  while (end < Math.min(old.length, changed.length) - start && old.at(-1 - end) === changed.at(-1 - end)) end++;
  return Math.max(old.length, changed.length) - start - end;
}

/** Returns a line for each reader: whether it reads a file that Glossa refuses. */
const askReaders = (path, format) =>
  Promise.all(
    READERS[format].map(async ([name, read]) => {
      const { refused } = await orRefused(read(path));
      return refused ? `${name} refuses it too: ${refused}` : `${name} reads it`;
    }),
  );

async function compare(original, bytes, format) {
  const folder = await mkdtemp(join(tmpdir(), 'glossa-real-'));
  try {
    const exported = join(folder, `exported${extname(original)}`);
    await writeFile(exported, bytes);
    const read = READERS[format].map((reader) => readBoth(reader, original, exported));
    return toVerdict(await Promise.all(read));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readBoth([name, read], original, exported) {
  const [before, after] = [await orRefused(read(original)), await orRefused(read(exported))];
  if (before.refused) return { notes: [`${name} refuses the original: ${before.refused}`] };
  if (after.refused) return { differences: [`${name} refuses the export: ${after.refused}`] };
  return { differences: findDifferences(before, after).map((difference) => `${name}: ${difference}`) };
}

/** A file is equal if each reader of the original reads the same in the export, and unjudged if no reader reads the original. */
function toVerdict(readings) {
  const differences = readings.flatMap((reading) => reading.differences ?? []);
  const lines = [...differences, ...readings.flatMap(({ notes = [] }) => notes)];
  if (differences.length > 0) return { verdict: 'different', lines };
  return { verdict: readings.some((reading) => reading.differences) ? 'equal' : 'unjudged', lines };
}

const orRefused = (reading) =>
  reading.catch((error) => ({
    refused: String(error.stderr || error.message)
      .trim()
      .split('\n')
      .at(-1),
  }));

function findDifferences(before, after) {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => `${JSON.stringify(key)}: ${abbreviate(before.get(key))} became ${abbreviate(after.get(key))}`);
}

const abbreviate = (text) => (text === undefined ? 'nothing' : JSON.stringify(text).slice(0, SHOWN_LENGTH));

async function keep(path, bytes) {
  await mkdir(options.keep, { recursive: true });
  await writeFile(join(options.keep, resolve(path).slice(1).replaceAll('/', '__')), bytes);
}

/** Returns a file, all files of a folder, or the files of a list with one path per line. */
async function listFiles(path) {
  if (path.startsWith('@')) return (await readFile(path.slice(1), 'utf8')).split('\n').filter(Boolean);
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function report(path, { verdict, isIdentical, changedLines, lines: differences }) {
  const lines = [...differences];
  if (isIdentical === false && options.layout === 'template') lines.push('other bytes');
  if (changedLines === 0 || changedLines > MAX_CHANGED_LINES) lines.push(`one text changes ${changedLines} lines`);
  if (options.quiet && verdict === 'equal' && lines.length === 0) return;
  const more = lines.length > SHOWN_DIFFERENCES ? [`and ${lines.length - SHOWN_DIFFERENCES} more`] : [];
  console.log([`${verdict} ${path}`, ...lines.slice(0, SHOWN_DIFFERENCES), ...more].join('\n  '));
}

const totals = new Map();
function count({ format, verdict, texts, isIdentical, changedLines = 0 }) {
  const total = totals.get(format) ?? {
    ...{ files: 0, texts: 0, equal: 0, different: 0, refused: 0, unjudged: 0 },
    ...{ identical: 0, 'edits of 1 line': 0, 'edits of more lines': 0, 'most lines': 0 },
  };
  totals.set(format, {
    ...total,
    files: total.files + 1,
    texts: total.texts + texts,
    [verdict]: total[verdict] + 1,
    identical: total.identical + (isIdentical ? 1 : 0),
    'edits of 1 line': total['edits of 1 line'] + (changedLines === 1 ? 1 : 0),
    'edits of more lines': total['edits of more lines'] + (changedLines > 1 ? 1 : 0),
    'most lines': Math.max(total['most lines'], changedLines),
  });
}

const queue = (await Promise.all(positionals.map(listFiles))).flat().sort().values();
async function work() {
  for (const path of queue) {
    const result = await judge(path);
    report(path, result);
    count(result);
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
console.table(Object.fromEntries(totals));
