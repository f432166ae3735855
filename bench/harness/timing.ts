import { type Comparison, type Figure, median, summarizeRatios } from './figures';

/** A piece of work that runs once; resolves with the seconds that it took. */
export type Timed = () => Promise<number>;

/** Times both in turn; which one runs first alternates from round to round. The figures are medians. */
export async function compareTimes(rounds: number, service: Timed, reference: Timed): Promise<Comparison> {
  const times: { service: number; reference: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) times.push({ service: await service(), reference: await reference() });
    else times.push(await inReverseOrder(service, reference));
  }
  return {
    service: seconds(times.map((time) => time.service)),
    reference: seconds(times.map((time) => time.reference)),
    ...summarizeRatios(times.map((time) => time.service / time.reference)),
  };
}

async function inReverseOrder(service: Timed, reference: Timed): Promise<{ service: number; reference: number }> {
  const referenceSeconds = await reference();
  return { service: await service(), reference: referenceSeconds };
}

export const seconds = (values: readonly number[]): Figure => ({ value: median(values), unit: 's' });

export async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}
