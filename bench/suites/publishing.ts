import { call } from '../harness/call';
import { type Comparison, median, type Result, type Unit } from '../harness/figures';
import { Measured } from '../harness/measured';
import { compareTimes } from '../harness/timing';
import type { Suite } from '../harness/world';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'sv', 'pt-BR', 'ja'];
const JSON_BODY = { 'content-type': 'application/json' };
/** Codings in which a release has each file. */
const CODINGS = ['gzip', 'br'];

/** The publication of a large project, beside the exports of the same files in the codings of a release. */
export const publishingSuite: Suite = {
  name: 'publishing',
  async run(world) {
    const keys = world.options.quick ? 10_000 : 100_000;
    const id = await world.seed.project({ keys, languages: LANGUAGES });
    // Files with the same bytes are stored once.
    await world.sql.query(`UPDATE translations SET text = text || ' (' || language || ')' WHERE project_id = $1`, [id]);
    await world.seed.settle();
    const [service, idle] = [await world.service(), await world.reference()];
    const path = `${service.url}/api/v1/projects/${id}`;
    const publish = (): Promise<unknown> =>
      call(`${path}/releases`, { method: 'POST', body: '{"channel": "production"}', headers: JSON_BODY });
    const exportAll = async (codings: readonly string[]): Promise<void> => {
      for (const language of LANGUAGES) {
        for (const coding of codings) {
          const headers = { 'accept-encoding': coding };
          await call(`${path}/export?format=json&language=${language}`, { headers, discard: true });
        }
      }
    };
    const prepare = async (): Promise<void> => {
      await world.sql.query('TRUNCATE channels, releases, release_files, release_contents');
      await world.seed.touchMany(id);
    };
    const publishing = new Measured([service, idle], publish, prepare);
    const rows: Result[] = [];
    for (const [name, codings] of [
      ['', ['identity']],
      [' in both codings', CODINGS],
    ] as const) {
      const exporting = new Measured([service, idle], () => exportAll(codings), prepare);
      const { rounds } = world.options;
      await compareTimes(
        1,
        () => publishing.run(),
        () => exporting.run(),
      );
      publishing.forget();
      exporting.forget();
      const work = `publishing ${keys.toLocaleString('en')} × ${LANGUAGES.length}, beside the exports${name}`;
      const wall = await compareTimes(
        rounds,
        () => publishing.run(),
        () => exporting.run(),
      );
      rows.push({ work, ...wall, ...world.judgeTime(wall.ratio, 1.3), note: 'wall time' });
      const cpu = compareMedians('s', publishing.all('cpu'), exporting.all('cpu'));
      // Exports without a coding leave out what the compression takes, which is beside the rendering in time.
      const verdict = codings === CODINGS && world.judgeTime(cpu.ratio, 1.3);
      rows.push({ work: `${work}: processor time`, ...cpu, ...verdict });
      const note = `exports ${median(exporting.all('loopP99')).toFixed(0)} ms`;
      rows.push(publishing.loopDelay('event loop meanwhile', note));
      const peak = compareMedians('MB', publishing.all('peakRss'), exporting.all('peakRss'), 1e6);
      rows.push({ work: `${work}: peak of resident memory`, ...peak });
    }
    return rows;
  },
};

function compareMedians(unit: Unit, service: readonly number[], reference: readonly number[], scale = 1): Comparison {
  const ratios = service.map((value, round) => value / (reference[round] ?? NaN)).toSorted((a, b) => a - b);
  const quartile = (share: number): number => ratios[Math.round(share * (ratios.length - 1))] ?? NaN;
  return {
    service: { value: median(service) / scale, unit },
    reference: { value: median(reference) / scale, unit },
    ratio: median(ratios),
    quartiles: [quartile(0.25), quartile(0.75)],
  };
}
