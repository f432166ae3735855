import { compactMeta, type Meta, metaPairs } from '../model/meta';
import type { LengthSupport } from '../model/length-support';

/**
 * The attribute `maxwidth` of a unit, if `size-unit` says that it counts characters (XLIFF 1.2, §2.3). The default unit is the
 * pixel; a limit in other units stays an attribute of the file.
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
