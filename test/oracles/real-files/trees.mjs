// Imports whole trees of real files into a running Glossa as zips, edits them, and compares the exports file by file.
// usage: node test/oracles/real-files/trees.mjs [--url URL] [--key SECRET] --format ID [--source TAG] [--match REGEXP] [--edits N] FOLDER...
import { unzipSync, zipSync } from 'fflate';
import { readArguments } from './arguments.mjs';
import { callerOf, readTree, requirerOf } from './tree.mjs';

const { values: options, positionals } = readArguments({
  source: { type: 'string', default: 'en' },
  /** The paths of the files in their folder. */
  match: { type: 'string', default: '' },
  /** The keys that are edited, renamed, deleted and added. */
  edits: { type: 'string', default: '10' },
});

const call = callerOf(options);
const required = requirerOf(call);

/** Imports the files without those that are refused. */
async function importTree(project, files) {
  const refused = [];
  const rest = { ...files };
  for (;;) {
    const form = new FormData();
    const fields = { format: options.format, createLanguages: true, details: true, empty: 'keep' };
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
    form.append('file', new Blob([zipSync(rest, { level: 1 })]), 'tree.zip');
    const { status, json } = await call('POST', `projects/${project.id}/import`, form);
    const body = json();
    if (status < 400) return { refused, rest, warnings: body.warnings };
    const paths = Object.keys(rest).filter((path) => JSON.stringify(body).includes(JSON.stringify(path).slice(1, -1)));
    const path = paths.sort((one, other) => other.length - one.length)[0];
    if (path === undefined) throw new Error(JSON.stringify(body).slice(0, 1000));
    refused.push(`${path}: ${body.code} ${body.detail}`.slice(0, 300));
    delete rest[path];
  }
}

const exportTree = async (project) =>
  unzipSync((await required('GET', `projects/${project.id}/export?format=${options.format}&language=*`)).bytes);

/** Returns the lines of the only hunk in which files differ, before and after. */
function hunkOf(before, after) {
  const [old, changed] = [before, after].map((bytes) =>
    Buffer.from(bytes ?? [])
      .toString('latin1')
      .split('\n'),
  );
  let start = 0;
  while (start < Math.min(old.length, changed.length) && old[start] === changed[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, changed.length) - start && old.at(-1 - end) === changed.at(-1 - end)) end++;
  return {
    removed: old.length - start - end,
    added: changed.length - start - end,
    text: changed.slice(start, changed.length - end).join('\n'),
  };
}

const counts = {};
const count = (what, isGood, told) => {
  counts[what] ??= { good: 0, all: 0 };
  counts[what].all++;
  if (isGood) counts[what].good++;
  else console.log(`${what}: ${told()}`);
};

/** Compares the files of a project before and after a change. */
async function compare(what, project, before, isGood) {
  const after = await exportTree(project);
  for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (before[path] && after[path] && Buffer.compare(before[path], after[path]) === 0) continue;
    const hunk = hunkOf(before[path], after[path]);
    count(what, isGood(hunk), () => `${path}: -${hunk.removed} +${hunk.added}\n${hunk.text.slice(0, 400)}`);
  }
  return after;
}

for (const folder of positionals) {
  const files = await readTree(folder, options.match);
  const { project } = (
    await required('POST', 'projects', { name: 'Tree', sourceLanguage: options.source, targetLanguages: [] })
  ).json();
  try {
    const { refused, rest, warnings } = await importTree(project, files);
    console.log(
      `${folder}: ${Object.keys(files).length} files, ${refused.length} refused, ${warnings.length} warnings`,
    );
    for (const line of refused) console.log(`refused: ${line}`);
    for (const code of new Set(warnings.map((warning) => warning.code))) {
      const all = warnings.filter((warning) => warning.code === code);
      console.log(`${code}: ${all.length}, ${JSON.stringify(all[0])}`);
    }
    let exported = await exportTree(project);
    for (const [path, bytes] of Object.entries(rest)) {
      const isSame = exported[path] !== undefined && Buffer.compare(exported[path], bytes) === 0;
      count('unedited', isSame, () =>
        exported[path]
          ? `${path}: ${JSON.stringify(hunkOf(bytes, exported[path])).slice(0, 400)}`
          : `${path} is missing`,
      );
    }
    for (const path of Object.keys(exported)) if (!rest[path]) count('unedited', false, () => `${path} is new`);
    const { keys } = (await required('GET', `projects/${project.id}/keys?limit=1000`)).json();
    const { translations: texts } = (await required('GET', `projects/${project.id}/translations`)).json();
    const step = Math.max(1, Math.floor(keys.length / Number(options.edits)));
    for (const [index, key] of keys
      .filter((_key, index) => index % step === 0)
      .slice(0, Number(options.edits))
      .entries()) {
      const all = Object.entries(texts).map(([language, ofLanguage]) => [language, ofLanguage[key.name]]);
      const [language, text] =
        all.find(([tag, value]) => tag !== options.source && /^[^{}<>&%|]*\p{L}{3}[^{}<>&%|]*$/u.test(value ?? '')) ??
        [];
      if (language !== undefined) {
        const edited = String(text).replace(/\p{L}{3}/u, '$&x');
        await required('PUT', `keys/${key.id}`, { translations: { [language]: edited } });
        exported = await compare('edit', project, exported, ({ removed, added }) => removed <= 3 && added <= 3);
      }
      // A separator is added to the line above a new last element.
      const isHunk = ({ removed, added }) => Math.min(removed, added) <= 1;
      const { key: created } = (
        await required('POST', `projects/${project.id}/keys`, {
          name: `${key.name}AddedKey`,
          value: 'An added text',
          translations: language ? { [language]: 'Another text' } : {},
        })
      ).json();
      exported = await compare('add', project, exported, isHunk);
      await required('DELETE', `keys/${created?.id ?? ''}`);
      exported = await compare('delete', project, exported, isHunk);
      if (index % 2 === 0) {
        await required('PUT', `keys/${key.id}`, { name: `${key.name}Renamed` });
        exported = await compare('rename', project, exported, ({ removed, added }) => removed <= 12 && added <= 12);
        await required('DELETE', `keys/${key.id}`);
        exported = await compare('delete', project, exported, isHunk);
      }
    }
  } finally {
    await required('DELETE', `projects/${project.id}`);
  }
}
for (const [what, { good, all }] of Object.entries(counts)) console.log(`${what}: ${good} of ${all}`);
