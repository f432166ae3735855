import { describeNestedNames } from '../../contract/nested-names.contract';
import { codecs } from '../registry';

const NESTED = codecs.filter(({ nests }) => nests);

describe.each(NESTED.map((codec) => [codec.id, codec] as const))('names of nested objects of %s', (_, codec) => {
  describeNestedNames(
    codec,
    NESTED.filter((other) => other !== codec),
  );
});
