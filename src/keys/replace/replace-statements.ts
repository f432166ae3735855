import { stateNameSql } from '../../common/translation-state';
import { type BoundedRow, firstBytes, sizeOf } from '../../database/first-bytes';
import { lookUp, lookUpIfAny } from '../../database/planned-reads';
import { prepared } from '../../database/statements';
import type { TranslationState } from '../../common/translation-state';
import { keyById, textOf } from '../../project-write/stored-rows';

/** Bytes of texts that are read at a time. */
const STEP_BYTES = 1_048_576;

/** Selects the ids of the keys `$2` whose text in the language `$3` may contain what is searched (`$4`), in their order. */
export const FIND_TEXTS = prepared(`
  SELECT f.id FROM unnest($2::uuid[]) WITH ORDINALITY AS f (id, place)
  ${lookUp(textOf('f.id', '$3', 'text'), 't')}
  WHERE t.text COLLATE "C" ILIKE $4::text ORDER BY f.place`);

/** A text to replace, with what it is checked with. */
export interface TextRow extends BoundedRow {
  id: string;
  name: string;
  maxLength: number | null;
  text: string;
  state: TranslationState;
  /** Null if the key has none. */
  source: string | null;
  /** The place in the order of the names. */
  place: string;
  /** Whether the text is behind the place `$5`, `$6`. */
  isShown: boolean;
}

/** The first texts of the keys `$2`, in the language `$3`. `$4` is the source language. */
export const READ_TEXTS = prepared(`
  ${firstBytes({
    rows: `
      SELECT f.number, f.id, k.name, left(k.name, 512) AS place, k.max_length AS "maxLength", t.text, ${stateNameSql('t.state')} AS state,
             CASE WHEN $3 <> $4 THEN s.text END AS source, (left(k.name, 512), f.id) > ($5, $6::uuid) AS "isShown"
      FROM unnest($2::uuid[]) WITH ORDINALITY AS f (id, number)
      ${lookUp(keyById('f.id', 'name, max_length'), 'k')}
      ${lookUp(textOf('f.id', '$3', 'text, state'), 't')}
      ${lookUpIfAny(textOf('f.id', '$4', 'text'), 's')}
      ORDER BY f.number LIMIT 5000`,
    order: 'r.number',
    bytes: sizeOf('r.text', 'r.source', 'r.name'),
    maxBytes: STEP_BYTES,
  })} ORDER BY number`);
