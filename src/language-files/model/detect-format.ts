import { jsonShape, type JsonShape } from '../json/json-shape';
import { decodeText } from '../text/text-encoding';
import type { FormatCodec } from './codec';
import { FormatError } from './format-errors';
import { codecs } from './registry';

/** The format of a file, or the formats that it may have when neither name nor content decides. */
export type Detection = { format: string } | { candidates: string[] };

/** The start of a file that is examined: so many bytes and so many characters at most. */
const HEAD_BYTES = 65_536;

/** The signature of a local file header (APPNOTE.TXT 4.3.7), as Latin-1. */
const ZIP_SIGNATURE = 'PK\u0003\u0004';

const JSON_FORMATS: Record<JsonShape, string> = {
  arb: 'arb',
  nested: 'json-nested',
  catalog: 'json-nested',
  flat: 'json',
};

/**
 * Detects the format of a file by its name and then its content. A `.json` file with `@@locale` is `arb`, with nesting
 * `json-nested`, else `json`. Where several formats share an extension, or none has it, the codecs' `sniff` decides.
 * The function never throws: a broken file with a known extension is of that format.
 *
 * @param fileName with or without folders
 */
export function detectFormat(
  fileName: string | undefined,
  bytes: Uint8Array,
  from: readonly FormatCodec[] = codecs,
): Detection {
  if (extensionOf(fileName) === 'json') return { format: detectJson(bytes) };
  const byExtension = codecsByName(fileName, from);
  const [only, ...others] = byExtension;
  if (only && others.length === 0) return { format: only.id };
  const head = decodeHead(bytes);
  if (only) return chooseByContent(byExtension, head, 1);
  // The content of uncompressed entries is visible in a zip, but the zip is not a file of their format.
  const isZip = head.startsWith(ZIP_SIGNATURE);
  const detectable = from.filter(isDetectable);
  return chooseByContent(isZip ? detectable.filter((codec) => codec.isZip) : detectable, head, 0);
}

/** Returns the codecs among which the content decides for a file of this name; none if the content decides among all. */
export function codecsByName(fileName: string | undefined, from: readonly FormatCodec[] = codecs): FormatCodec[] {
  const extension = extensionOf(fileName);
  if (extension === undefined) return [];
  return from.filter((codec) => isDetectable(codec) && codec.extensions.includes(extension));
}

const extensionOf = (fileName = ''): string | undefined => /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase();

const isDetectable = ({ canParse, neverDetected }: FormatCodec): boolean => canParse && !neverDetected;

/** @param defaultScore the score of a codec that has no `sniff` */
function chooseByContent(among: readonly FormatCodec[], head: string, defaultScore: 0 | 1): Detection {
  const scored = among.map((codec) => ({ id: codec.id, score: codec.sniff?.(head) ?? defaultScore }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const ids = scored.filter(({ score }) => score === best).map(({ id }) => id);
  const [winner] = ids;
  return winner !== undefined && ids.length === 1 && best > 0 ? { format: winner } : { candidates: ids };
}

function detectJson(bytes: Uint8Array): string {
  // `@@locale` may stand anywhere in the file, so a file that contains it is examined to its end.
  const mayBeArb = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('"@@locale"');
  const shape = jsonShape(mayBeArb ? (tryDecode(bytes) ?? '') : decodeHead(bytes));
  return shape === undefined ? 'json' : JSON_FORMATS[shape];
}

/**
 * Returns the start of the file. Bytes in an unknown encoding are decoded as Latin-1, which keeps binary signatures.
 */
function decodeHead(bytes: Uint8Array): string {
  const longest = Math.min(bytes.length, HEAD_BYTES);
  // The last character of up to four bytes may be cut.
  for (let length = longest; length >= Math.max(0, longest - 3); length--) {
    const head = tryDecode(bytes.subarray(0, length));
    if (head !== undefined) return head;
  }
  return Buffer.from(bytes.subarray(0, longest)).toString('latin1');
}

function tryDecode(bytes: Uint8Array): string | undefined {
  try {
    return decodeText(bytes);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
