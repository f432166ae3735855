// Takes real files through a running Glossa, in and out again, and has other people's programs compare what they hold.
// usage: node test/oracles/real-files/main.mjs [--url URL] [--key SECRET] [--format ID] [--language TAG] [--keep FOLDER] [--quiet] FILE|FOLDER|@LIST...
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Glossa, Refusal } from './glossa.mjs';
import { READERS } from './readers.mjs';

const SHOWN_DIFFERENCES = 5;
const SHOWN_LENGTH = 160;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: process.env.GLOSSA_URL ?? 'http://127.0.0.1:3000' },
    key: { type: 'string', default: process.env.GLOSSA_API_KEY ?? '' },
    /** Needed where an extension is that of several formats. */
    format: { type: 'string' },
    /** Where neither file nor path tells it. */
    language: { type: 'string' },
    /** Where exports that differ are left to be looked at. */
    keep: { type: 'string' },
    /** Says nothing of equal files. */
    quiet: { type: 'boolean', default: false },
  },
});

const glossa = await Glossa.at(options.url, options.key);

async function judge(path) {
  const format = options.format ?? glossa.formatOf(extname(path).slice(1));
  if (!READERS[format]) throw new Error(`--format is needed for ${path}`);
  try {
    const { bytes, texts } = await glossa.exchange(path, format, options.language);
    const { verdict, lines } = await compared(path, bytes, format);
    if (options.keep && verdict === 'different') await keep(path, bytes);
    return { format, verdict, texts, lines };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { format, verdict: 'refused', texts: 0, lines: [error.message, ...(await otherOpinions(path, format))] };
  }
}

/** Whether a refused file is one to others. */
const otherOpinions = (path, format) =>
  Promise.all(
    READERS[format].map(async ([name, read]) => {
      const { refused } = await orRefused(read(path));
      return refused ? `${name} refuses it too: ${refused}` : `${name} reads it`;
    }),
  );

async function compared(original, bytes, format) {
  const folder = await mkdtemp(join(tmpdir(), 'glossa-real-'));
  try {
    const exported = join(folder, `exported${extname(original)}`);
    await writeFile(exported, bytes);
    const read = READERS[format].map((reader) => readBoth(reader, original, exported));
    return verdictOf(await Promise.all(read));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readBoth([name, read], original, exported) {
  const [before, after] = [await orRefused(read(original)), await orRefused(read(exported))];
  if (before.refused) return { notes: [`${name} refuses the original: ${before.refused}`] };
  if (after.refused) return { differences: [`${name} refuses the export: ${after.refused}`] };
  return { differences: unlike(before, after).map((difference) => `${name}: ${difference}`) };
}

/** A file is equal when nobody who reads the original finds anything else in the export; unjudged when nobody reads it. */
function verdictOf(readings) {
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

function unlike(before, after) {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => `${JSON.stringify(key)}: ${shown(before.get(key))} became ${shown(after.get(key))}`);
}

const shown = (text) => (text === undefined ? 'nothing' : JSON.stringify(text).slice(0, SHOWN_LENGTH));

async function keep(path, bytes) {
  await mkdir(options.keep, { recursive: true });
  await writeFile(join(options.keep, resolve(path).slice(1).replaceAll('/', '__')), bytes);
}

/** A file, all files of a folder, or those that a list names, one a line. */
async function filesOf(path) {
  if (path.startsWith('@')) return (await readFile(path.slice(1), 'utf8')).split('\n').filter(Boolean);
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function report(path, { verdict, lines }) {
  if (options.quiet && verdict === 'equal') return;
  const more = lines.length > SHOWN_DIFFERENCES ? [`and ${lines.length - SHOWN_DIFFERENCES} more`] : [];
  console.log([`${verdict} ${path}`, ...lines.slice(0, SHOWN_DIFFERENCES), ...more].join('\n  '));
}

const totals = new Map();
function count({ format, verdict, texts }) {
  const total = totals.get(format) ?? { files: 0, texts: 0, equal: 0, different: 0, refused: 0, unjudged: 0 };
  totals.set(format, { ...total, files: total.files + 1, texts: total.texts + texts, [verdict]: total[verdict] + 1 });
}

const waiting = (await Promise.all(positionals.map(filesOf))).flat().sort().values();
async function work() {
  for (const path of waiting) {
    const judgement = await judge(path);
    report(path, judgement);
    count(judgement);
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
console.table(Object.fromEntries(totals));
