import { type Figure, median } from './figures';

/** One thing done once; resolves with its seconds. */
export type Timed = () => Promise<number>;

/** Times both in turn, round by round, the first of a round changing; figures are medians. */
export async function compareTimes(
  rounds: number,
  service: Timed,
  reference: Timed,
): Promise<{ service: Figure; reference: Figure; ratio: number }> {
  const times: { service: number; reference: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) times.push({ service: await service(), reference: await reference() });
    else times.push(await inOtherOrder(service, reference));
  }
  return {
    service: seconds(times.map((time) => time.service)),
    reference: seconds(times.map((time) => time.reference)),
    ratio: median(times.map((time) => time.service / time.reference)),
  };
}

async function inOtherOrder(service: Timed, reference: Timed): Promise<{ service: number; reference: number }> {
  const second = await reference();
  return { service: await service(), reference: second };
}

export const seconds = (values: readonly number[]): Figure => ({ value: median(values), unit: 's' });

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}
