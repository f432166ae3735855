import type { FormatCodec } from './codec';
import { FormatError } from './format-errors';
import { jsonShape, type JsonShape } from '../json/json-shape';
import { codecs } from './registry';
import { decodeText } from '../text/text-encoding';

/** The format, or those that it could be where nobody can tell. */
export type Detection = { format: string } | { candidates: string[] };

/** They look like any other JSON: only who made the file knows that a `_one` is a plural, or a text a message. */
const NEVER_GUESSED = new Set(['i18next', 'icu-json']);
/** Bytes of a file that are looked at; no more characters than that either. */
const HEAD_BYTES = 65_536;

/** Local file header (APPNOTE.TXT 4.3.7), as Latin-1. */
const ZIP_SIGNATURE = 'PK\u0003\u0004';
/** The only format that is a zip itself. */
const ZIP_FORMAT = 'xlsx';

const JSON_FORMATS: Record<JsonShape, string> = {
  arb: 'arb',
  nested: 'json-nested',
  catalog: 'json-nested',
  flat: 'json',
};

/**
 * The format of a file, by its name and then its content. A `.json` with `@@locale` is `arb`, with nesting `json-nested`, else
 * `json`. An extension of several formats is settled by what their codecs say of the content, and so is everything where there
 * is no name or its extension is nobody's. Never throws: a broken file of a known extension is still of that format.
 *
 * @param fileName with or without folders
 */
export function detectFormat(
  fileName: string | undefined,
  bytes: Uint8Array,
  from: readonly FormatCodec[] = codecs,
): Detection {
  const readable = from.filter(({ canParse, id }) => canParse && !NEVER_GUESSED.has(id));
  const extension = /\.([^./\\]+)$/.exec(fileName ?? '')?.[1]?.toLowerCase();
  if (extension === 'json') return { format: jsonFormat(bytes) };
  const named = readable.filter(({ extensions }) => extension !== undefined && extensions.includes(extension));
  const [only, ...others] = named;
  if (only && others.length === 0) return { format: only.id };
  const head = headOf(bytes);
  if (only) return settle(named, head, 1);
  // Files stored in a zip can be read in it: they are not what it is.
  return settle(head.startsWith(ZIP_SIGNATURE) ? readable.filter(({ id }) => id === ZIP_FORMAT) : readable, head, 0);
}

/** The one that is surest of the content; `unasked` is what a codec without an opinion counts as. */
function settle(among: readonly FormatCodec[], head: string, unasked: 0 | 1): Detection {
  const scored = among.map((codec) => ({ id: codec.id, score: codec.sniff?.(head) ?? unasked }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const ids = scored.filter(({ score }) => score === best).map(({ id }) => id);
  const [winner] = ids;
  return winner !== undefined && ids.length === 1 && best > 0 ? { format: winner } : { candidates: ids };
}

function jsonFormat(bytes: Uint8Array): string {
  // The one thing that changes how the file is read, and it may stand anywhere in it.
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('"@@locale"');
  const shape = jsonShape(whole ? (decoded(bytes) ?? '') : headOf(bytes));
  return shape === undefined ? 'json' : JSON_FORMATS[shape];
}

/** The start of the file, decoded. What is in no known encoding is given as Latin-1: signatures can still be seen in it. */
function headOf(bytes: Uint8Array): string {
  const longest = Math.min(bytes.length, HEAD_BYTES);
  // The cut may have gone through a character, of up to four bytes.
  for (let length = longest; length >= Math.max(0, longest - 3); length--) {
    const head = decoded(bytes.subarray(0, length));
    if (head !== undefined) return head;
  }
  return Buffer.from(bytes.subarray(0, longest)).toString('latin1');
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return decodeText(bytes);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
