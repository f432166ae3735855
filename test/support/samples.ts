/**
 * The number of samples of a property: a fifth of all, so that `npm test` takes minutes. `SAMPLES=all` takes all, which
 * .ci/run does once, on embedded databases.
 */
export const samples = (all: number): number => (process.env.SAMPLES === 'all' ? all : Math.ceil(all / 5));
