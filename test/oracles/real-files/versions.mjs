// Imports the files of two versions of a project, one after the other, into a running Glossa as zips, and compares the export with the later version.
// usage: node test/oracles/real-files/versions.mjs [--url URL] [--key SECRET] --format ID [--source TAG] [--match REGEXP] OLD NEW
import { unzipSync, zipSync } from 'fflate';
import { readArguments } from './arguments.mjs';
import { callerOf, readTree, requirerOf } from './tree.mjs';

const { values: options, positionals } = readArguments({
  source: { type: 'string', default: 'en' },
  /** The paths of the files in their folder. */
  match: { type: 'string', default: '' },
});

const required = requirerOf(callerOf(options));

const { project } = (
  await required('POST', 'projects', { name: 'Versions', sourceLanguage: options.source, targetLanguages: [] })
).json();
try {
  const versions = await Promise.all(positionals.map((folder) => readTree(folder, options.match)));
  for (const files of versions) {
    const form = new FormData();
    const fields = { format: options.format, createLanguages: true, missingTexts: 'remove', deleteMissing: true };
    for (const [name, value] of Object.entries({ ...fields, empty: 'keep' })) form.append(name, String(value));
    form.append('file', new Blob([zipSync(files, { level: 1 })]), 'tree.zip');
    const { imported, updated } = (await required('POST', `projects/${project.id}/import`, form)).json();
    console.log(`${Object.keys(files).length} files, ${imported} imported, ${updated} updated`);
  }
  const { bytes } = await required('GET', `projects/${project.id}/export?format=${options.format}&language=*`);
  const exported = unzipSync(bytes);
  const later = versions.at(-1);
  const paths = [...new Set([...Object.keys(later), ...Object.keys(exported)])];
  const isSame = (path) =>
    later[path] !== undefined && exported[path] !== undefined && Buffer.compare(later[path], exported[path]) === 0;
  for (const path of paths.filter((each) => !isSame(each)))
    console.log(`${path}: ${later[path] ? (exported[path] ? 'other bytes' : 'is missing') : 'is new'}`);
  console.log(`byte-equal: ${paths.filter(isSame).length} of ${paths.length}`);
} finally {
  await required('DELETE', `projects/${project.id}`);
}
