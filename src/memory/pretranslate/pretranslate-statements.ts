import { hasRow, lookUp, lookUpTotals } from '../../database/planned-reads';
import { prepared } from '../../database/statements';
import { keyById, textOf } from '../../project-write/stored-rows';

/** The next ids of keys of the project `$1` after `$2`, at most `$3`. */
export const NEXT_KEYS = prepared(`
  SELECT id, namespace FROM keys WHERE project_id = $1 AND id > $2 ORDER BY id LIMIT $3`);

/** The keys among `$2` that do not have texts in all languages `$3`, with these languages and their source texts in `$4`. */
export const KEYS_TO_TRANSLATE = prepared(`
  SELECT f.id AS "keyId", m.languages, k.name, k.description, k.max_length AS "maxLength", s.text AS source
  FROM unnest($2::uuid[]) f (id)
  ${lookUp(keyById('f.id', 'name, description, max_length'), 'k')}
  ${lookUp(textOf('f.id', '$4', 'text'), 's')}
  ${lookUpTotals(
    `SELECT array_agg(l.language) AS languages FROM unnest($3::text[]) l (language)
     WHERE NOT ${hasRow('FROM translations t WHERE t.project_id = $1 AND t.language = l.language AND t.key_id = f.id')}`,
    'm',
  )}
  WHERE m.languages IS NOT NULL`);

/** The places of translations, of keys `$2` in languages `$3`, that are still missing and whose source texts in `$5` are still `$4`. */
export const STILL_MISSING = `
  SELECT f.place::int AS place
  FROM unnest($2::uuid[], $3::text[], $4::text[]) WITH ORDINALITY f (id, language, source, place)
  ${lookUp(textOf('f.id', '$5', 'text'), 's')}
  WHERE s.text = f.source
    AND NOT ${hasRow('FROM translations t WHERE t.project_id = $1 AND t.language = f.language AND t.key_id = f.id')}`;
