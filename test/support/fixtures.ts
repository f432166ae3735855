import { join } from 'node:path';

const LANGUAGE_FILES = join(__dirname, '../../src/language-files');

/** Formats whose fixtures are not in a folder of their name. */
const FOLDERS = new Map([
  ['json-nested', 'json/fixtures'],
  ['yaml-rails', 'yaml/fixtures'],
  ['xliff', 'xliff/fixtures/xliff'],
  ['xliff2', 'xliff/fixtures/xliff2'],
  ['tsv', 'csv/fixtures'],
  ['po', 'gettext/fixtures'],
  ['strings', 'apple/strings/fixtures'],
  ['stringsdict', 'apple/stringsdict/fixtures'],
  ['xcstrings', 'apple/xcstrings/fixtures'],
]);

/** @returns the folder that holds the fixtures of a format. @param id of the format */
export const fixtureFolder = (id: string): string => join(LANGUAGE_FILES, FOLDERS.get(id) ?? `${id}/fixtures`);
