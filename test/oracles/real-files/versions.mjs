// Imports the files of two versions of a project, one after the other, into a running Glossa as zips, and compares the export with the later version.
// usage: node test/oracles/real-files/versions.mjs [--url URL] [--key SECRET] --format ID [--source TAG] [--match REGEXP] OLD NEW
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { readArguments } from './arguments.mjs';

const { values: options, positionals } = readArguments({
  source: { type: 'string', default: 'en' },
  /** The paths of the files in their folder. */
  match: { type: 'string', default: '' },
});

async function call(method, path, body) {
  const isJson = body !== undefined && !(body instanceof FormData);
  const response = await fetch(`${options.url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${options.key}`, ...(isJson && { 'content-type': 'application/json' }) },
    body: isJson ? JSON.stringify(body) : body,
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status >= 400) throw new Error(`${method} ${path}: ${Buffer.from(bytes)}`);
  return bytes;
}
const json = async (...request) => JSON.parse(Buffer.from(await call(...request)).toString());

async function readTree(folder) {
  const files = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath ?? entry.path, entry.name));
    if (entry.isFile() && new RegExp(options.match).test(path))
      files[path] = new Uint8Array(await readFile(join(folder, path)));
  }
  return files;
}

const { project } = await json('POST', 'projects', {
  ...{ name: 'Versions', sourceLanguage: options.source, targetLanguages: [] },
});
try {
  const versions = await Promise.all(positionals.map(readTree));
  for (const files of versions) {
    const form = new FormData();
    const fields = { format: options.format, createLanguages: true, missingTexts: 'remove', deleteMissing: true };
    for (const [name, value] of Object.entries({ ...fields, empty: 'keep' })) form.append(name, String(value));
    form.append('file', new Blob([zipSync(files, { level: 1 })]), 'tree.zip');
    const { imported, updated } = await json('POST', `projects/${project.id}/import`, form);
    console.log(`${Object.keys(files).length} files, ${imported} imported, ${updated} updated`);
  }
  const bytes = await call('GET', `projects/${project.id}/export?format=${options.format}&language=*`);
  const exported = unzipSync(bytes);
  const later = versions.at(-1);
  const paths = [...new Set([...Object.keys(later), ...Object.keys(exported)])];
  const isSame = (path) =>
    later[path] !== undefined && exported[path] !== undefined && Buffer.compare(later[path], exported[path]) === 0;
  for (const path of paths.filter((each) => !isSame(each)))
    console.log(`${path}: ${later[path] ? (exported[path] ? 'other bytes' : 'is missing') : 'is new'}`);
  console.log(`byte-equal: ${paths.filter(isSame).length} of ${paths.length}`);
} finally {
  await call('DELETE', `projects/${project.id}`);
}
