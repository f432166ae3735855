import { compactMeta, type Meta, metaPairs, metaText } from '../model/meta';
import type { LengthSupport } from '../model/length-support';
import { declaredNamespaces } from '../xml/xml-markup';
import { attribute, childElement, type XmlElement } from '../xml/xml-tree';

/**
 * The attribute `maxwidth` of a unit, if `size-unit` says that it counts characters (XLIFF 1.2, §2.3). The default unit
 * is the pixel; a limit in other units stays an attribute of the file.
 */
export const xliffLengths: LengthSupport = {
  read(keyMeta): number | undefined {
    const attributes = new Map(metaPairs(keyMeta?.attributes));
    const width = attributes.get('maxwidth') ?? '';
    return attributes.get('size-unit') === 'char' && /^[1-9]\d{0,4}$/.test(width) ? Number(width) : undefined;
  },
  write(keyMeta, maxLength): Meta | undefined {
    const others = metaPairs(keyMeta?.attributes).filter(([name]) => name !== 'maxwidth' && name !== 'size-unit');
    const limit = maxLength === null ? [] : [['maxwidth', String(maxLength)], ['size-unit', 'char']]; // prettier-ignore
    return compactMeta({ ...keyMeta, attributes: [...others, ...limit] });
  },
};

const SIZE_RESTRICTION = 'urn:oasis:names:tc:xliff:sizerestriction:2.0';
const CODE_POINTS = 'xliff:codepoints';

/**
 * Returns the name of the attribute that limits the size of a unit (the size and length restriction module of XLIFF 2),
 * if the profile of the file counts code points. What other profiles mean is not known, and their limits stay
 * attributes of the file.
 */
export function sizeAttribute(file: XmlElement, around: readonly XmlElement[]): string | undefined {
  const profiles = childElement(file, 'profiles');
  if (!profiles || attribute(profiles, 'generalProfile') !== CODE_POINTS) return undefined;
  const declared = [...around, file].flatMap((element) => [...declaredNamespaces(element)]);
  const prefix = [...new Map(declared)].find(([, uri]) => uri === SIZE_RESTRICTION)?.[0];
  return prefix && `${prefix}:sizeRestriction`;
}

/**
 * The greatest size of a unit, in a file with a profile that `sizeAttribute` knows. A least size before it is no limit
 * of a key.
 */
export const xliff2Lengths: LengthSupport = {
  read(keyMeta): number | undefined {
    const name = metaText(keyMeta?.sizeAttribute);
    const restriction = metaPairs(keyMeta?.attributes).find((pair) => pair[0] === name)?.[1] ?? '';
    const width = /^\s*(?:\d+\s*,\s*)?([1-9]\d{0,4})\s*$/.exec(restriction)?.[1];
    return width === undefined ? undefined : Number(width);
  },
  write(keyMeta, maxLength): Meta | undefined {
    const name = metaText(keyMeta?.sizeAttribute);
    if (name === undefined) return keyMeta;
    const others = metaPairs(keyMeta?.attributes).filter((pair) => pair[0] !== name);
    const limit = maxLength === null ? [] : [[name, String(maxLength)]];
    return compactMeta({ ...keyMeta, attributes: [...others, ...limit] });
  },
};
