import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../harness/call';
import { bounded, type Result } from '../harness/figures';
import type { Suite, World } from '../harness/world';

/** Releases of which one of a hundred texts differs from one to the next. */
const RELEASES = 20;
const JSON_BODY = { 'content-type': 'application/json' };
const MEGABYTE = 1_000_000;

/** The job that makes the files of old releases deltas, in a service that does nothing else. */
export const packingSuite: Suite = {
  name: 'packing',
  async run(world) {
    const keys = world.options.quick ? 10_000 : 100_000;
    const id = await world.seed.project({ keys });
    await world.seed.settle();
    const publisher = await world.service();
    for (let version = 0; version < RELEASES; version++) {
      await change(world, id, version);
      const body = '{"channel": "production"}';
      await call(`${publisher.url}/api/v1/projects/${id}/releases`, { method: 'POST', headers: JSON_BODY, body });
    }
    await publisher.stop();
    await world.sql.query(`UPDATE releases SET created_at = created_at - interval '1 hour'`);
    await world.sql.query(`DELETE FROM job_leases`);
    // Its first run of the job begins with its start.
    const [service, idle] = [await world.service(), await world.reference()];
    const before = await service.observe();
    await Promise.all([service.begin(), idle.begin()]);
    while (!(await isPacked(world))) await sleep(100);
    const [during, other] = [await service.observe(), await idle.observe()];
    const work = `packing ${RELEASES} releases of ${keys.toLocaleString('en')} texts`;
    const note = `a server without requests: ${other.loopP99.toFixed(1)} ms; the longest delay ${during.loopMax.toFixed(0)} ms`;
    return [
      bounded(`${work}: event loop, p99 over that of an idle process`, during.loopP99 - other.loopP99, 'ms', 50, note),
      { work: `${work}: processor time`, service: { value: during.cpu, unit: 's' } },
      memory(work, before.rss, during.peakRss),
    ];
  },
};

const memory = (work: string, before: number, peak: number): Result => {
  const note = `${(before / MEGABYTE).toFixed(0)} MB before`;
  return bounded(`${work}: peak of resident memory`, peak / MEGABYTE, 'MB', 512, note);
};

/** Changes one of a hundred texts, and the revision. */
async function change({ sql, seed }: World, id: string, version: number): Promise<void> {
  await sql.query(
    `UPDATE translations SET text = 'Version ' || $2::int || ': ' || text
     WHERE project_id = $1 AND key_id IN (SELECT id FROM keys WHERE project_id = $1 AND abs(hashtext(name)) % 100 = $2)`,
    [id, version],
  );
  await seed.touchMany(id);
}

async function isPacked({ sql }: World): Promise<boolean> {
  const { rowCount } = await sql.query(
    'SELECT FROM releases r WHERE NOT packed AND NOT EXISTS (SELECT FROM channels c WHERE c.release_id = r.id)',
  );
  return rowCount === 0;
}
