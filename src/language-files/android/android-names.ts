import { UnwritableTextError } from '../model/format-errors';

/** The name of a string or a plural, or of one item of a string array. */
export interface ResourceName {
  name: string;
  /** The device type of a variant (`product="tablet"`); undefined for the default. */
  product?: string;
  /** The 0-based index of an array item. */
  index?: number;
}

/** The resource names that aapt2 accepts; it replaces dots and hyphens by underscores in the class R. */
const NAME = '[\\p{XID_Start}_][\\p{XID_Continue}.-]*';
const KEY = new RegExp(`^(${NAME})(?:@([^@[\\]]+))?(?:\\[(0|[1-9]\\d{0,8})\\])?$`, 'u');

/**
 * Returns the key of a resource: `name`, `name@product` for a variant, `name[0]` for an array item. Neither `@` nor `[` can
 * be part of a name.
 */
export function resourceKey({ name, product, index }: ResourceName): string {
  const variant = product === undefined ? name : `${name}@${product}`;
  return index === undefined ? variant : `${variant}[${index}]`;
}

/**
 * Parses a key as the name of a resource.
 *
 * @param product the product in the metadata of the key; the key `a@b` is a variant only with the product `b`
 * @throws UnwritableTextError for a key that cannot be a resource name
 */
export function parseResourceKey(key: string, product: string | undefined): ResourceName {
  const [, name, variant, index] = KEY.exec(key) ?? [];
  if (name === undefined || variant !== product) {
    throw new UnwritableTextError(
      key,
      'the name of an Android resource consists of letters, digits, "_", "." and "-", and does not begin with a digit',
    );
  }
  return { name, product: variant, index: index === undefined ? undefined : Number(index) };
}
