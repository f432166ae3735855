import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const LANGUAGE_FILES = join(__dirname, '../../src/language-files');

/** The folders of formats that share the fixtures of another format or have their family's name. */
const SHARED_FOLDERS = new Map([
  ['json-nested', 'json/fixtures'],
  ['yaml-rails', 'yaml/fixtures'],
  ['tsv', 'csv/fixtures'],
  ['po', 'gettext/fixtures'],
]);

const folders = readdirSync(LANGUAGE_FILES, { recursive: true, encoding: 'utf8' });

/**
 * Finds the folder that holds the fixtures of a format: `fixtures/<id>` or `<id>/fixtures`, at any depth.
 *
 * @param id the id of the format
 * @throws Error when there is no such folder
 */
export function fixtureFolder(id: string): string {
  const candidates = [`fixtures/${id}`, `${id}/fixtures`];
  const found = candidates.flatMap((path) => folders.filter((folder) => `/${folder}`.endsWith(`/${path}`)));
  const folder = SHARED_FOLDERS.get(id) ?? found[0];
  if (folder === undefined) throw new Error(`${id} has no folder of fixtures: add src/language-files/${id}/fixtures`);
  return join(LANGUAGE_FILES, folder);
}
