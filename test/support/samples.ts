/**
 * The number of samples of a property: a fifth of all, so that `npm test` takes minutes. `SAMPLES=all` takes all, for
 * a change of a property or of the code that it is about.
 */
export const samples = (all: number): number => (process.env.SAMPLES === 'all' ? all : Math.ceil(all / 5));
