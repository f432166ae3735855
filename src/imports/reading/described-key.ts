import type { Meta } from '../../language-files';
import type { ImportedKey } from './packed/imported-keys';

/** Sets the description and the metadata that an entry has for its key. */
export function describe(key: ImportedKey, description: string | undefined, meta: Meta | undefined): ImportedKey {
  if (description !== undefined && description !== '') key.description = description;
  const json = serializeMeta(meta);
  if (json !== undefined) key.meta = json;
  return key;
}

/**
 * Returns a key with what a later entry says about it. Metadata of an earlier entry stays, and so does its description, unless only the
 * later file is one of the source language.
 *
 * @returns undefined if nothing changes
 */
export function describeAgain(
  key: ImportedKey,
  { description, descriptionRule }: Pick<ImportedKey, 'description' | 'descriptionRule'>,
  meta: Meta | undefined,
): ImportedKey | undefined {
  const isSource = descriptionRule !== undefined && descriptionRule !== 'fill';
  const replaces = isSource && key.descriptionRule === undefined;
  const later = isSource || key.descriptionRule === undefined ? description : undefined;
  const described = describe(
    { ...key, ...(replaces && { descriptionRule, description: undefined }) },
    replaces ? later : (key.description ?? later),
    key.meta === undefined ? meta : undefined,
  );
  const isSame =
    described.description === key.description &&
    described.meta === key.meta &&
    described.descriptionRule === key.descriptionRule;
  return isSame ? undefined : described;
}

/** Whether a file says more about a key than its name. */
export const isDescribed = ({ description, meta, maxLength, descriptionRule, path }: ImportedKey): boolean =>
  [description, meta, maxLength, path].some((told) => told !== undefined) || descriptionRule === 'replace';

/** PostgreSQL's jsonb rejects U+0000 and lone surrogates; in metadata they become U+FFFD. */
export function serializeMeta(meta: Meta | undefined): string | undefined {
  if (meta === undefined) return undefined;
  const json = JSON.stringify(meta);
  return json === '{}' ? undefined : json.replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, '$1\\ufffd');
}
