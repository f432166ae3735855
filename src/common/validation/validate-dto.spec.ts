import { validateSync } from 'class-validator';
import { ValidationFailedError } from '../errors/domain-error';
import { ConstrainedEntries, CrossField } from './constraint';
import { BooleanField, CommaSeparated, IntegerField, ListField, StringField } from './fields';
import { keyNameRules } from './text-rules';
import { validateDto } from './validate-dto';

@CrossField<RangeDto>({ code: 'required', isValid: ({ from, to }) => (from ?? to) !== undefined, detail: 'from or to' })
@CrossField<RangeDto>({
  field: 'to',
  code: 'too_small',
  isValid: ({ from = 0, to = from }) => to >= from,
  detail: ({ from }) => `at least ${from}`,
})
class RangeDto {
  @IntegerField(0, 100, { optional: true, description: '' })
  from?: number;

  @IntegerField(0, 100, { optional: true, description: '' })
  to?: number;
}

class RevisionDto {
  @IntegerField(0, Number.MAX_SAFE_INTEGER, { description: '' })
  revision!: number;
}

class NameDto {
  @StringField(keyNameRules, { description: '' })
  name!: string;

  @ConstrainedEntries((tags) =>
    (tags as string[]).flatMap((tag, entry) => (tag === '' ? [{ entry, code: 'too_short', detail: 'is empty' }] : [])),
  )
  @CommaSeparated()
  @ListField([], { optional: true, max: 3, description: '' })
  tags?: string[];
}

class TypedDto {
  @IntegerField(0, 100, { optional: true, description: '' })
  count?: number;

  @BooleanField({ optional: true, description: '' })
  dryRun?: boolean;

  @CommaSeparated()
  @ListField([], { optional: true, max: 3, description: '' })
  tags?: string[];
}

function errorsOf(validate: () => unknown): unknown {
  try {
    return validate();
  } catch (error) {
    if (error instanceof ValidationFailedError) return error.options.errors;
    throw error;
  }
}

describe('validateDto', () => {
  it('names each constraint of class-validator after the code of its error', () => {
    const [error] = validateSync(Object.assign(new NameDto(), { name: 'x'.repeat(8_193) }), {
      stopAtFirstError: true,
      strictGroups: true,
    });

    expect(error?.constraints).toEqual({ too_long: 'at most 8192 bytes' });
  });

  it('reports every wrong field, and fields that the DTO does not have', () => {
    expect(errorsOf(() => validateDto(NameDto, { name: '', nmae: 1, toString: 1 }, 'body'))).toEqual([
      { pointer: '/nmae', code: 'unknown_field', detail: 'is not known' },
      { pointer: '/name', code: 'too_short', detail: 'at least 1 byte' },
      { pointer: '/toString', code: 'unknown_field', detail: 'is not known' },
    ]);
  });

  it('compares fields only if each of them is valid by itself', () => {
    expect(errorsOf(() => validateDto(RangeDto, { from: 9, to: 'x' }, 'query'))).toEqual([
      { parameter: 'to', code: 'wrong_type', detail: 'must be a whole number' },
    ]);
    expect(errorsOf(() => validateDto(RangeDto, { from: 9, to: 8 }, 'body'))).toEqual([
      { pointer: '/to', code: 'too_small', detail: 'at least 9' },
    ]);
  });

  it('reads a whole number of up to 20 digits, and says which limit it is beyond', () => {
    const read = (revision: unknown): unknown => errorsOf(() => validateDto(RevisionDto, { revision }, 'query'));
    const tooLarge = [{ parameter: 'revision', code: 'too_large', detail: `at most ${Number.MAX_SAFE_INTEGER}` }];
    const tooSmall = [{ parameter: 'revision', code: 'too_small', detail: 'at least 0' }];
    expect(read('9007199254740991')).toEqual({ revision: Number.MAX_SAFE_INTEGER });
    expect(read('9007199254740992')).toEqual(tooLarge);
    expect(read('9'.repeat(20))).toEqual(tooLarge);
    expect(read(`-${'9'.repeat(16)}`)).toEqual(tooSmall);
    expect(read('9'.repeat(21))).toMatchObject([{ code: 'wrong_type' }]);
    expect(read('1e3')).toMatchObject([{ code: 'wrong_type' }]);
  });

  it('reads texts of a query and of the arguments of a tool as values of other types, and refuses them in a JSON body', () => {
    const sent = { count: '1', dryRun: 'true', tags: 'x,y' };
    const read = { count: 1, dryRun: true, tags: ['x', 'y'] };
    expect(validateDto(TypedDto, sent, 'query')).toEqual(read);
    expect(validateDto(TypedDto, sent, 'arguments')).toEqual(read);
    expect(errorsOf(() => validateDto(TypedDto, sent, 'body'))).toEqual([
      { pointer: '/count', code: 'wrong_type', detail: 'must be a whole number' },
      { pointer: '/dryRun', code: 'wrong_type', detail: 'must be true or false' },
      { pointer: '/tags', code: 'wrong_type', detail: 'must be a list of strings' },
    ]);
    expect(validateDto(TypedDto, { tags: ['x,y'] }, 'body')).toEqual({ tags: ['x,y'] });
    expect(errorsOf(() => validateDto(TypedDto, { count: 'x' }, 'arguments'))).toMatchObject([{ pointer: '/count' }]);
  });

  it('points to the whole body for a rule that concerns no field in particular', () => {
    expect(errorsOf(() => validateDto(RangeDto, {}, 'body'))).toEqual([
      { pointer: '', code: 'required', detail: 'from or to' },
    ]);
  });

  it('refuses a member with an empty name, though rules on the whole body are registered under it', () => {
    expect(errorsOf(() => validateDto(RangeDto, { from: 1, '': 1 }, 'body'))).toEqual([
      { pointer: '', code: 'unknown_field', detail: 'is not known' },
    ]);
  });

  it('points to each wrong entry of a list', () => {
    expect(errorsOf(() => validateDto(NameDto, { name: 'a', tags: ['x', ''] }, 'body'))).toEqual([
      { pointer: '/tags/1', code: 'too_short', detail: 'is empty' },
    ]);
  });

  it('leaves the object that it validates as it was', () => {
    const sent = { name: 'a', tags: 'x,y' };

    expect(validateDto(NameDto, sent, 'query')).toEqual({ name: 'a', tags: ['x', 'y'] });
    expect(sent).toEqual({ name: 'a', tags: 'x,y' });
  });

  it('takes a repeatable parameter with the brackets of a list as the one without them', () => {
    expect(validateDto(NameDto, { name: 'a', 'tags[]': 'x' }, 'query').tags).toEqual(['x']);
    expect(validateDto(NameDto, { name: 'a', tags: 'x', 'tags[]': ['y', 'z'] }, 'query').tags).toEqual(['x', 'y', 'z']);
  });

  it('refuses brackets at a parameter that holds one value, and in a body', () => {
    expect(errorsOf(() => validateDto(RangeDto, { from: 1, 'to[]': 2 }, 'query'))).toEqual([
      { parameter: 'to[]', code: 'unknown_field', detail: 'is not known' },
    ]);
    expect(errorsOf(() => validateDto(NameDto, { name: 'a', 'tags[]': ['x'] }, 'body'))).toMatchObject([
      { code: 'unknown_field' },
    ]);
  });

  it('returns the same unchangeable DTO for a frozen query, and a new one for any other', () => {
    const query = Object.freeze({ from: '1', to: '2' });

    expect(validateDto(RangeDto, query, 'query')).toBe(validateDto(RangeDto, query, 'query'));
    expect(Object.isFrozen(validateDto(RangeDto, query, 'query'))).toBe(true);
    expect(validateDto(RangeDto, { ...query }, 'query')).not.toBe(validateDto(RangeDto, { ...query }, 'query'));
  });

  it('refuses a frozen query each time', () => {
    const query = Object.freeze({ from: '2', to: '1' });

    expect(errorsOf(() => validateDto(RangeDto, query, 'query'))).toMatchObject([{ code: 'too_small' }]);
    expect(errorsOf(() => validateDto(RangeDto, query, 'query'))).toMatchObject([{ code: 'too_small' }]);
  });
});
