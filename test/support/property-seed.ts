import { configureGlobal } from 'fast-check';

/**
 * The seed of the properties. It is the same in every run, so that a test that has passed on a commit passes there
 * again; `PROPERTY_SEED=random` takes new samples each time, and `PROPERTY_SEED=<number>` repeats the samples of a
 * failure.
 */
const { PROPERTY_SEED = '1' } = process.env;

if (PROPERTY_SEED !== 'random') configureGlobal({ seed: Number(PROPERTY_SEED) });
