import { assertNoGitConflict } from '../files/git-conflict';
import type { LocalFile } from '../files/working-tree';
import { importFiles, type ImportResult, type Shipment } from '../sync/import';
import type { Session } from '../sync/session';
import { CommandError, ExitCode } from '../exit-code';
import type { CheckCode } from './checks';
import { FileLines } from './file-lines';

/** A finding in a text of a file. */
export interface FileFinding {
  file: string;
  line: number;
  key: string;
  language: string;
  code: CheckCode;
  detail: string;
}

/** The texts that were checked. */
export interface CheckedTexts {
  /** The number of files. */
  files: number;
  /** The languages of the files and of their texts. */
  languages: ReadonlySet<string>;
  /** The languages of these that the project does not have. */
  newLanguages: string[];
  findings: FileFinding[];
}

/**
 * Finds what the checks find in the texts of all files. Imports that write nothing check them, with the source texts of the same
 * import. They list only the texts with findings, so that the files are sent once for up to 1,000 of these.
 *
 * @throws CommandError, also if there is no file
 */
export async function findFindings(session: Session): Promise<CheckedTexts> {
  const project = await session.readProject();
  const files = session.tree.find(project);
  if (files.length === 0) throw session.noFiles();
  assertNoGitConflict(files);
  const known = new Set([project.sourceLanguage, ...project.targetLanguages]);
  const lines = new FileLines();
  const placed: FileFinding[] = [];
  const languages = new Set(files.flatMap(({ language }) => language ?? []));
  for (const shipment of await shipmentsOf(session, files)) {
    for await (const { pairs, findings, ...read } of pagesOf(session, shipment)) {
      for (const language of read.languages) languages.add(language);
      const textOf = new Map(pairs.map((pair) => [idOf(pair), pair.after ?? '']));
      for (const { key, language, code, detail } of findings) {
        const { file, name } = fileOf(shipment.files, key, language);
        const line = lines.find(file, name, textOf.get(idOf({ key, language })) ?? '');
        placed.push({ file: file.path, line, key, language, code, detail });
      }
    }
  }
  const newLanguages = [...languages].filter((language) => !known.has(language)).sort();
  return { files: files.length, languages, newLanguages, findings: placed.sort(byPlace) };
}

async function* pagesOf(session: Session, shipment: Shipment): AsyncGenerator<NonNullable<ImportResult['details']>> {
  let detailsCursor: string | undefined;
  for (let createLanguages: boolean | undefined; ;) {
    const options = {
      dryRun: true,
      conflict: 'overwrite',
      detailsOf: 'findings',
      createLanguages,
      detailsCursor,
    } as const;
    const outcome = await importFiles(session, shipment, options);
    if ('conflicts' in outcome) throw new CommandError(ExitCode.conflict, 'the server found conflicts without a base');
    const { details } = outcome.result;
    if (details) yield details;
    if (!details?.nextCursor) return;
    detailsCursor = details.nextCursor;
    createLanguages = details.createdLanguages.length > 0 || undefined;
  }
}

/** Returns imports that have as many files together as one can have: source texts are checked with their translations. */
async function shipmentsOf(session: Session, files: readonly LocalFile[]): Promise<Shipment[]> {
  const shipments = new Map<string, Shipment>();
  for (const file of files) {
    const group = await session.groupOf(file);
    const id = `${(await session.groups()).indexOf(group)} ${group.format.multilingual ? file.path : ''}`;
    const shipment = shipments.get(id) ?? { group, files: [] };
    shipments.set(id, shipment);
    shipment.files.push(file);
  }
  return [...shipments.values()];
}

const idOf = ({ key, language }: { key: string; language: string }): string => JSON.stringify([key, language]);

/** Returns the file that has a key, and the name of the key there. */
function fileOf(files: readonly LocalFile[], key: string, language: string): { file: LocalFile; name: string } {
  const ofLanguage = files.filter((file) => file.language === undefined || file.language === language);
  const named = ofLanguage.find(({ namespace }) => namespace !== '' && key.startsWith(`${namespace}.`));
  const file = named ?? ofLanguage.find(({ namespace }) => namespace === '') ?? ofLanguage[0] ?? files[0];
  if (!file) throw new Error('an import without files has findings');
  return { file, name: file === named ? key.slice(named.namespace.length + 1) : key };
}

const byPlace = (one: FileFinding, other: FileFinding): number =>
  one.file < other.file ? -1 : one.file > other.file ? 1 : one.line - other.line;
