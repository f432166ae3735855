import { textArray } from '../database/array-parameter';
import { chunksOf } from '../database/chunks';
import { lookUpIfAny } from '../database/planned-reads';
import { addWarning, codecById, digestOf, type TemplateDifferences } from '../language-files';
import type { ProjectWrite } from '../project-write/project-write';
import { keyByName, textOf } from '../project-write/stored-rows';
import type { ImportedFile } from './reading/imported-file';
import type { ImportPlan } from './import-plan';
import type { KeptFile, MergedTemplate } from './reading/kept-file';

/** The digests of what the project has of a key. */
interface Row {
  place: number;
  description: number;
  source: number;
}

/**
 * Finds descriptions and source texts that differ between the project and a file that was just imported. Exports leave the texts of
 * the file as they are until the texts of the project change. Each source text that is no name is a warning.
 */
export async function findDifferences(
  write: ProjectWrite,
  { file, plan }: Written,
  kept: ComparedFile,
): Promise<{ differences?: TemplateDifferences }> {
  const descriptions: [string, number][] = [];
  const sources: [string, number][] = [];
  for await (const { name, claim, description, source } of compare(write, { file, plan }, kept)) {
    if (description !== claim.description) descriptions.push([name, description]);
    if (!differs(claim, source)) continue;
    sources.push([name, source]);
    warn(file, kept, { name, claim, source });
  }
  const { texts, added } = await findBeside(write, { file, plan }, kept);
  const all = { ...withEarlier({ descriptions, sources }, kept.mergedWith), texts, added };
  const found = Object.entries(all).filter(([, list]) => list && list.length > 0);
  return found.length === 0 ? {} : { differences: Object.fromEntries(found) };
}

/**
 * Adds the differences of the template that a file was merged with. What the file has as its base had it is out of date where the
 * project has another text.
 */
function withEarlier(found: OwnDifferences, { differences, changed }: Partial<MergedTemplate> = {}): OwnDifferences {
  if (!differences) return found;
  const merge = (part: keyof OwnDifferences): OwnDifferences[typeof part] => {
    const names = new Set(changed?.[part]);
    return [...new Map([...(differences[part] ?? []), ...found[part].filter(([name]) => names.has(name))])];
  };
  return { descriptions: merge('descriptions'), sources: merge('sources') };
}

/** Finds the texts and keys that a file has otherwise than the files that it is beside. */
async function findBeside(
  { tx, project }: ProjectWrite,
  { file: { keys }, plan }: Written,
  { namespace, language, beside }: ComparedFile,
): Promise<Required<Pick<TemplateDifferences, 'texts' | 'added'>>> {
  const texts: [string, number][] = [];
  const start = namespace === '' ? 0 : namespace.length + 1;
  const digest = digestsAfter(plan, language);
  for (const chunk of chunksOf(beside?.replaced ?? [])) {
    const names = chunk.map((key) => keys.name(key));
    const rows = await tx.rows<Row>(DIGESTS, [project.id, textArray(names), [...names.keys()], language]);
    for (const { place, source } of rows)
      texts.push([names[place]?.slice(start) ?? '', digest(chunk[place] ?? 0, source)]);
  }
  return { texts, added: Array.from(beside?.added ?? [], (key) => keys.name(key).slice(start)) };
}

/** Adds the warnings that `findDifferences` would add if the import was carried out. */
export async function warnOfDifferences(
  write: ProjectWrite,
  { file, plan }: Written,
  kept: ComparedFile,
): Promise<void> {
  for await (const { name, claim, source } of compare(write, { file, plan }, kept))
    if (differs(claim, source)) warn(file, kept, { name, claim, source });
}

type OwnDifferences = Required<Pick<TemplateDifferences, 'descriptions' | 'sources'>>;

/** A file and what an import of it writes. The project need not have it yet. */
interface Written {
  file: ImportedFile;
  plan: Pick<ImportPlan, 'writtenIn' | 'removesText' | 'hasDescription'>;
}

/**
 * Returns a function that returns the digest of the text of a key in a language after the import, of which the transaction may see nothing,
 * from the index of the key in the file and the digest before.
 */
function digestsAfter(plan: Written['plan'], language: string): (key: number, before: number) => number {
  const written = plan.writtenIn(language);
  return (key, before) => {
    const text = written(key);
    if (text !== undefined) return digestOf(text);
    return plan.removesText(key, language) ? 0 : before;
  };
}

type ComparedFile = Pick<KeptFile, 'format' | 'namespace' | 'language' | 'claims' | 'beside' | 'mergedWith'>;

/** The description and the source text of a key in a file, as digests. */
interface Claim {
  description: number;
  /** 0 in a file that has no source texts. */
  source: number;
  isName: boolean;
}

/** A key that a file names, with the digests of what the project has; 0 for a key that it does not have. */
interface ComparedKey {
  /** In the file. */
  name: string;
  claim: Claim;
  description: number;
  source: number;
}

async function* compare(
  { tx, project }: ProjectWrite,
  { file: { keys }, plan }: Written,
  { format, namespace, claims }: ComparedFile,
): AsyncGenerator<ComparedKey> {
  const isBilingual = codecById(format)?.bilingual ?? false;
  const start = namespace === '' ? 0 : namespace.length + 1;
  const digest = digestsAfter(plan, project.sourceLanguage);
  for (const chunk of chunksOf(firstPlaces(claims))) {
    const names = chunk.map((place) => keys.name(claims.keys[place] ?? 0));
    const rows = await tx.rows<Row>(DIGESTS, [project.id, textArray(names), chunk, project.sourceLanguage]);
    const nameOf = new Map(chunk.map((place, index) => [place, names[index]?.slice(start) ?? '']));
    for (const { place, description: storedDescription, source: storedSource } of rows) {
      const key = claims.keys[place] ?? 0;
      const description = plan.hasDescription(key) ? digestOf(keys.at(key).description ?? '') : storedDescription;
      const source = digest(key, storedSource);
      const claim = {
        description: claims.descriptions[place] ?? 0,
        source: isBilingual ? (claims.sources[place] ?? 0) : 0,
        isName: claims.names[place] === 1,
      };
      yield { name: nameOf.get(place) ?? '', claim, description, source };
    }
  }
}

const differs = (claim: Claim, source: number): boolean => claim.source !== 0 && claim.source !== source;

function warn(
  { warnings }: ImportedFile,
  { language }: ComparedFile,
  { name, claim, source }: Pick<ComparedKey, 'name' | 'claim' | 'source'>,
): void {
  if (source === 0 || claim.isName) return;
  addWarning(warnings, { code: 'source_differs', detail: DETAIL, key: name, language });
}

const DETAIL =
  'the source text beside the text differs from the source text of the project, and stays in the file until the text of the project changes';

/** Returns a place of each key: the first one with a description, or else the first. */
function firstPlaces({ keys, descriptions }: KeptFile['claims']): Iterable<number> {
  const places = new Map<number, number>();
  for (const [place, key] of keys.entries()) {
    const earlier = places.get(key);
    if (earlier === undefined || (descriptions[earlier] === 0 && descriptions[place] !== 0)) places.set(key, place);
  }
  return places.values();
}

/** Returns SQL of `digestOf`. @param text SQL */
export const digestSql = (text: string): string =>
  `CASE WHEN coalesce(${text}, '') = '' THEN 0 ELSE ('x' || lpad(left(md5(${text}), 8), 16, '0'))::bit(64)::bigint::float8 END`;

const DIGESTS = `
  SELECT f.place, ${digestSql('k.description')} AS description, ${digestSql('s.text')} AS source
  FROM unnest($2::text[], $3::int[]) AS f (name, place)
  ${lookUpIfAny(keyByName('f.name', 'id, description'), 'k')}
  ${lookUpIfAny(textOf('k.id', '$4', 'text'), 's')}`;
