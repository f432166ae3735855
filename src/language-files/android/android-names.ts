import { PluralConflictError, UnwritableTextError } from '../model/format-errors';

/** The name of a string or a plural, or of one item of a string array. */
export interface ResourceName {
  name: string;
  /** The device type of a variant (`product="tablet"`); undefined for the default. */
  product?: string;
  /** The 0-based index of an array item. */
  index?: number;
  /** It is a plural with the name of a string: names need to be unique only among resources of one type. */
  isPlural?: boolean;
}

/** The resource names that aapt2 accepts; it replaces dots and hyphens by underscores in the class R. */
const NAME = '[\\p{XID_Start}_][\\p{XID_Continue}.-]*';
const KEY = new RegExp(`^(${NAME})(?:@([^@[\\]]+?))?(?:\\[(0|[1-9]\\d{0,8})\\]|(/plurals))?$`, 'u');
const PLURAL = '/plurals';

/**
 * Returns the key of a resource: `name`, `name@product` for a variant, `name[0]` for an array item. Neither `@` nor `[`
 * can be part of a name.
 */
export function resourceKey({ name, product, index }: ResourceName): string {
  const variant = product === undefined ? name : `${name}@${product}`;
  return index === undefined ? variant : `${variant}[${index}]`;
}

/** Why a text of such a key cannot be written. */
export const NO_PLURAL = 'the resource is a plural, because a string has its name, and the text is none';

/** Returns the key of a plural that has the name of a string. No name has a slash. */
export const pluralKey = (key: string): string => key + PLURAL;

/** Returns whether a key belongs to a plural that has the name of a string. */
export const isPluralKey = (key: string): boolean => key.endsWith(PLURAL);

/** Returns the key of the string or plural that has the same name as a plural with this key. */
const twinOf = (key: string): string => (isPluralKey(key) ? key.slice(0, -PLURAL.length) : pluralKey(key));

/** The plurals of a file. */
export class PluralNames {
  private readonly keys = new Set<string>();

  /** @throws PluralConflictError for the second plural of a name */
  add(key: string): void {
    const twin = twinOf(key);
    if (this.keys.has(twin)) throw new PluralConflictError([twin, key]);
    this.keys.add(key);
  }
}

/**
 * Parses a key as the name of a resource.
 *
 * @param product the product in the metadata of the key; the key `a@b` is a variant only with the product `b`
 * @throws UnwritableTextError for a key that cannot be a resource name
 */
export function parseResourceKey(key: string, product: string | undefined): ResourceName {
  const [, name, variant, index, plural] = KEY.exec(key) ?? [];
  if (name === undefined || variant !== product) {
    throw new UnwritableTextError(
      key,
      'the name of an Android resource consists of letters, digits, "_", "." and "-", and does not begin with a digit',
    );
  }
  const isPlural = plural !== undefined;
  return {
    name,
    product: variant,
    ...(index !== undefined && { index: Number(index) }),
    ...(isPlural && { isPlural }),
  };
}
