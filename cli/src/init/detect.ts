import { join } from 'node:path';
import { type Api, bodyOf, type Schemas } from '../api/client';
import type { Output } from '../terminal/output';
import { findOutside, realRootOf, reasonOutside } from '../files/repository';
import { printable } from '../history/text-lines';
import { listFiles, readHead } from './list-files';

type Format = Schemas['Format'];
export type DetectedFile = Schemas['DetectedFile'];

/** Files of a request, and characters of their heads together. */
const BATCH = 1_000;
const BATCH_CHARACTERS = 250_000;
const HEAD_BYTES = 4_096;

/** Asks the server what the files of a folder are. @returns files of which the format and the language are known, and others */
export async function detectFiles(
  api: Api,
  folder: string,
  formats: readonly Format[],
  sourceLanguage: string | undefined,
  output: Output,
): Promise<{ found: DetectedFile[]; others: DetectedFile[] }> {
  const extensions = new Map(formats.flatMap((format) => format.extensions.map((extension) => [extension, format])));
  const root = realRootOf(folder);
  const paths = listFiles(folder).filter((path) => {
    if (!extensions.has(path.replace(/.*[./]/, '').toLowerCase())) return false;
    const outside = findOutside(folder, path, root);
    if (outside !== undefined) output.note(`Left out ${printable(path)}: it ${reasonOutside(root, outside)}`);
    return outside === undefined;
  });
  output.progress(`Looking at ${paths.length} files …`);
  const ask = async (files: readonly { path: string; head?: string }[]): Promise<DetectedFile[]> => {
    const body = {
      files: files.map(({ path, head = '' }) => ({ path, head })),
      sourceLanguage: sourceLanguage ?? 'en',
    };
    return bodyOf(await api.POST('/api/v1/formats/detect', { body })).files;
  };
  const named: DetectedFile[] = [];
  for (let at = 0; at < paths.length; at += BATCH)
    named.push(...(await ask(paths.slice(at, at + BATCH).map((path) => ({ path })))));
  const isTexts = (id: string | null): boolean => formats.some((format) => format.id === id && format.multilingual);
  // The names of many files say that the files hold no texts.
  const patterns = new Set(named.flatMap(({ pattern }) => (pattern === null ? [] : pattern.replace('{language}', ''))));
  const candidates = named.filter(
    ({ language, format, path, candidates }) =>
      language !== null || isTexts(format) || candidates.some(isTexts) || patterns.has(path),
  );
  const detected: DetectedFile[] = [];
  for (let batch = candidates; batch.length > 0;) {
    let characters = 0;
    const files = [];
    for (const { path } of batch) {
      const head = readHead(join(folder, path), HEAD_BYTES);
      if (files.length > 0 && (files.length === BATCH || characters + head.length > BATCH_CHARACTERS)) break;
      characters += head.length;
      files.push({ path, head });
    }
    detected.push(...(await ask(files)));
    batch = batch.slice(files.length);
  }
  return {
    found: detected.filter(({ format }) => format !== null),
    others: detected.filter(({ format, candidates }) => format === null && candidates.length > 1),
  };
}
