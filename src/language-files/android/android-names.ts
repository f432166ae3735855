import { UnwritableTextError } from '../model/format-errors';

/** A resource: a string or a plural, or one item of a string array. */
export interface ResourceName {
  name: string;
  product?: string;
  index?: number;
}

/** What aapt2 takes for the name of a resource; dots and hyphens become underscores in the class R. */
const NAME = '[\\p{XID_Start}_][\\p{XID_Continue}.-]*';
const KEY = new RegExp(`^(${NAME})(?:@([^@[\\]]+))?(?:\\[(0|[1-9]\\d{0,8})\\])?$`, 'u');

/**
 * `name`, `name@product` for a variant of a device (`product="tablet"`), `name[0]` for an item of an array: neither `@` nor
 * `[` can be part of a name. The default product is the name alone.
 */
export function keyOf({ name, product, index }: ResourceName): string {
  const variant = product === undefined ? name : `${name}@${product}`;
  return index === undefined ? variant : `${variant}[${index}]`;
}

/**
 * @param product that the metadata of the key names: without it `a@b` is no variant, but a key that Android cannot hold
 * @throws UnwritableTextError for a key that cannot be a resource's name
 */
export function resourceOf(key: string, product: string | undefined): ResourceName {
  const [, name, variant, index] = KEY.exec(key) ?? [];
  if (name === undefined || variant !== product) {
    throw new UnwritableTextError(
      key,
      'an Android resource is named by letters, digits, "_", "." and "-", and does not begin with a digit',
    );
  }
  return { name, product: variant, index: index === undefined ? undefined : Number(index) };
}
