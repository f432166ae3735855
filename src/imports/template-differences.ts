import { textArray } from '../database/array-parameter';
import { chunksOf } from '../database/chunks';
import { lookUp, lookUpIfAny } from '../database/planned-reads';
import { addWarning, codecById, digestOf, type TemplateDifferences } from '../language-files';
import type { ProjectWrite } from '../project-write/project-write';
import { keyByName, textOf } from '../project-write/stored-rows';
import type { ImportedFile } from './reading/imported-file';
import type { KeptFile } from './reading/kept-file';

/** The digests of what the project has of a key; null for a key that it does not have. */
interface Row {
  place: number;
  description: number;
  source: number;
}

/**
 * Finds descriptions and source texts that differ between the project and a file that was just imported. Exports leave the texts of
 * the file as they are until the texts of the project change.
 */
export async function findDifferences(
  { tx, project }: ProjectWrite,
  { keys, warnings }: ImportedFile,
  { format, namespace, language, claims }: Pick<KeptFile, 'format' | 'namespace' | 'language' | 'claims'>,
): Promise<{ differences?: TemplateDifferences }> {
  const isBilingual = codecById(format)?.bilingual ?? false;
  const start = namespace === '' ? 0 : namespace.length + 1;
  const descriptions: [string, number][] = [];
  const sources: [string, number][] = [];
  for (const chunk of chunksOf(firstPlaces(claims))) {
    const names = chunk.map((place) => keys.name(claims.keys[place] ?? 0));
    const rows = await tx.rows<Row>(DIGESTS, [project.id, textArray(names), chunk, project.sourceLanguage]);
    const nameOf = new Map(chunk.map((place, index) => [place, names[index]?.slice(start) ?? '']));
    for (const { place, description, source } of rows) {
      const name = nameOf.get(place) ?? '';
      if (description !== claims.descriptions[place]) descriptions.push([name, description]);
      const own = claims.sources[place] ?? 0;
      if (!isBilingual || own === 0 || own === source) continue;
      sources.push([name, source]);
      if (source !== 0 && !isName(name, own))
        addWarning(warnings, { code: 'source_differs', detail: DETAIL, key: name, language });
    }
  }
  if (descriptions.length === 0 && sources.length === 0) return {};
  return {
    differences: { ...(descriptions.length > 0 && { descriptions }), ...(sources.length > 0 && { sources }) },
  };
}

const DETAIL =
  'the source text beside the text differs from the source text of the project, and stays in the file until the text of the project changes';

/** Whether the source of an entry is the name of its key: without a context, as in gettext. */
const isName = (key: string, source: number): boolean =>
  source === digestOf(key) || source === digestOf(key.slice(key.lastIndexOf('\u0004') + 1));

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
  ${lookUp(keyByName('f.name', 'id, description'), 'k')}
  ${lookUpIfAny(textOf('k.id', '$4', 'text'), 's')}`;
