import type { FieldError } from '../common/errors/catalogue';
import { ValidationFailedError } from '../common/errors/domain-error';
import { jsonPointer } from '../common/validation/json-pointer';
import { checkDto } from '../common/validation/validate-dto';
import { RegionDto } from './dto/region.dto';
import type { Region } from './screenshot';
import { MAX_REGIONS } from './screenshot-errors';

/** Where a request has its regions: in `keys` of the JSON body, or as JSON in the field `keys` of a form. */
export type RegionSource = 'body' | 'form';

/** Regions are wrong: `pointer` is the place in the body, `parameter` the field of the form. */
class WrongRegionsError extends ValidationFailedError {
  /** @param errors with pointers into the list */
  constructor(errors: readonly FieldError[], source: RegionSource) {
    super(
      errors.map(({ pointer = '', code, detail }) => {
        if (source === 'body') return { pointer: `/keys${pointer}`, code, detail };
        return { parameter: 'keys', code, detail: pointer === '' ? detail : `${pointer}: ${detail}` };
      }),
    );
  }
}

/** Returns the regions of a form field. @throws WrongRegionsError */
export function parseRegions(json: string): Region[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new WrongRegionsError([{ code: 'invalid_format', detail: 'must be JSON' }], 'form');
  }
  return validRegions(value, 'form');
}

/** Returns a list of regions, with ids in lower case. @throws WrongRegionsError */
export function validRegions(value: unknown, source: RegionSource): Region[] {
  if (value === undefined) throw new WrongRegionsError([{ code: 'required', detail: 'is required' }], source);
  if (!Array.isArray(value)) throw new WrongRegionsError([{ code: 'wrong_type', detail: 'must be a list' }], source);
  if (value.length > MAX_REGIONS) throw new TooManyRegionsError(source);
  const checked = value.map((region) => checkDto(RegionDto, region, 'body'));
  const errors = checked.flatMap((region, index) =>
    region.errors.map((error) => ({ ...error, pointer: jsonPointer(index) + (error.pointer ?? '') })),
  );
  if (errors.length > 0) throw new WrongRegionsError(errors, source);
  return checked.map(({ instance }) => ({ ...instance, keyId: instance.keyId.toLowerCase() }));
}

/** A list, or the regions of a screenshot together, are too many. */
export class TooManyRegionsError extends WrongRegionsError {
  constructor(source: RegionSource) {
    super([{ code: 'too_many', detail: `a screenshot has at most ${MAX_REGIONS} regions` }], source);
  }
}

/** @throws WrongRegionsError if a region is not within the picture */
export function assertWithin(
  regions: readonly Region[],
  picture: { width: number; height: number },
  source: RegionSource,
): void {
  const errors = regions.flatMap(({ x, y, width, height }, index): FieldError[] => [
    ...(x + width > picture.width ? [outside(index, 'width', `the picture is ${picture.width} pixels wide`)] : []),
    ...(y + height > picture.height ? [outside(index, 'height', `the picture is ${picture.height} pixels high`)] : []),
  ]);
  if (errors.length > 0) throw new WrongRegionsError(errors, source);
}

const outside = (index: number, field: string, why: string): FieldError => ({
  ...{ pointer: jsonPointer(index, field), code: 'too_large', detail: `ends outside: ${why}` },
});

/** @throws WrongRegionsError if a key is none of the known ones */
export function assertKnown(regions: readonly Region[], known: ReadonlySet<string>, source: RegionSource): void {
  const errors = regions.flatMap(({ keyId }, index): FieldError[] =>
    known.has(keyId)
      ? []
      : [{ pointer: jsonPointer(index, 'keyId'), code: 'not_found', detail: 'is no key of the project' }],
  );
  if (errors.length > 0) throw new WrongRegionsError(errors, source);
}
