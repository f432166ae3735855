import { SourceText } from '../../../src/checks/check-text';
import type { Finding } from '../../../src/checks/finding';
import { bodyOf, type Schemas } from '../api/client';
import type { LocalFile } from '../files/working-tree';
import { importFiles, type Shipment } from '../sync/import';
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

/** A text of the files. */
interface Text {
  shipment: Shipment;
  key: string;
  language: string;
  text: string;
}

/** The texts of the files, and what the server finds in those that the project does not have like this. */
interface Compared {
  /** Texts that are the same in the project. */
  same: Text[];
  /** Source texts of the files that differ from the source texts of the project, by their keys. */
  otherSources: Map<string, string>;
  findings: (Text & { code: CheckCode; detail: string })[];
}

/**
 * Finds what the checks find in the texts of all files. Imports that write nothing check the texts that differ from the project, with
 * the source texts of the same import. Of the other ones, the project has findings; where only the source text of a key differs,
 * they are checked here, by the same rules.
 */
export async function findFindings(session: Session): Promise<{ files: number; findings: FileFinding[] }> {
  const { sourceLanguage, targetLanguages } = await session.readProject();
  const files = session.tree.find(sourceLanguage);
  const { same, otherSources, findings } = await compare(session, files, [sourceLanguage, ...targetLanguages]);
  const stored = same.length > 0 ? await readStored(session) : new Map<string, StoredFinding[]>();
  for (const text of same) {
    const source = text.language === sourceLanguage ? undefined : otherSources.get(text.key);
    const ofProject = stored.get(idOf(text)) ?? [];
    const checked = source === undefined ? [] : checkText({ language: sourceLanguage, text: source }, text);
    const found =
      source === undefined
        ? ofProject.filter(({ ignored }) => !ignored)
        : // The length has nothing to do with the source text.
          [...checked, ...ofProject.filter(({ code, ignored }) => code === 'too_long' && !ignored)];
    for (const { code, detail } of found) findings.push({ ...text, code, detail });
  }
  const lines = new FileLines();
  const placed = findings.map(({ shipment, key, language, code, detail, text }): FileFinding => {
    const { file, name } = fileOf(shipment.files, key, language);
    return { file: file.path, line: lines.find(file, name, text), key, language, code, detail };
  });
  return { files: files.length, findings: placed.sort(byPlace) };
}

const checkText = (source: { language: string; text: string }, text: Text): readonly Finding[] =>
  new SourceText(source).check(text);

/** @param languages of the project, the source language first */
async function compare(session: Session, files: LocalFile[], languages: readonly string[]): Promise<Compared> {
  const compared: Compared = { same: [], otherSources: new Map(), findings: [] };
  const isNew = ({ language }: LocalFile): boolean => language !== undefined && !languages.includes(language);
  const createLanguages = files.some(isNew) || undefined;
  for (const shipment of await shipmentsOf(session, files)) {
    for (let detailsCursor: string | undefined; ;) {
      const options = {
        dryRun: true,
        conflict: 'overwrite',
        detailsOf: 'all',
        createLanguages,
        detailsCursor,
      } as const;
      const outcome = await importFiles(session, shipment, options);
      if ('conflicts' in outcome)
        throw new CommandError(ExitCode.conflict, 'the server found conflicts without a base');
      const { pairs = [], findings = [], nextCursor } = outcome.result.details ?? {};
      const textOf = new Map<string, string>();
      for (const { key, language, before, after } of pairs) {
        const text = after ?? '';
        textOf.set(idOf({ key, language }), text);
        if (before === after) compared.same.push({ shipment, key, language, text });
        else if (language === languages[0]) compared.otherSources.set(key, text);
      }
      for (const finding of findings)
        compared.findings.push({ shipment, ...finding, text: textOf.get(idOf(finding)) ?? '' });
      if (!nextCursor) break;
      detailsCursor = nextCursor;
    }
  }
  return compared;
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

/** A finding in a text of the project. */
type StoredFinding = Schemas['Finding'];

/** Reads the findings of the project, by the ids of their texts. */
async function readStored({ api, config }: Session): Promise<Map<string, StoredFinding[]>> {
  const stored = new Map<string, StoredFinding[]>();
  for (let cursor: string | null | undefined; ;) {
    const params = { path: { id: config.project }, query: { limit: 1_000, ...(cursor && { cursor }) } };
    const page = bodyOf(await api.GET('/api/v1/projects/{id}/checks', { params }));
    for (const finding of page.findings) {
      const id = idOf({ key: finding.name, language: finding.language });
      stored.set(id, [...(stored.get(id) ?? []), finding]);
    }
    cursor = page.nextCursor;
    if (!cursor) return stored;
  }
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
