import { call } from '../harness/call';
import { bounded, median, type Result } from '../harness/figures';
import { Measured } from '../harness/measured';
import type { ServerProcess } from '../harness/server-process';
import type { Suite } from '../harness/world';

const LANGUAGES = ['de', 'fr', 'pt-BR', 'ja', 'es'];
const JSON_BODY = { 'content-type': 'application/json' };
/** SQL of a text of words that few others have. A text of the project $1 has one word more than the text of the other one. */
const TEXT = `'Text ' || (SELECT string_agg(substr(md5(k.name || n), 1, 3 + n), ' ') FROM generate_series(1, 5) n)
  || ' ' || t.language || CASE WHEN t.project_id = $1 THEN ' now' ELSE '' END`;
const MAX_SECONDS = 120;
const POLL_MS = 500;

/** Large writes of a translator's desk: pretranslations and replacements, and what they leave to the event loop. */
export const deskWritesSuite: Suite = {
  name: 'desk-writes',
  async *run(world) {
    const keys = world.options.quick ? 1_000 : 10_000;
    const { seed, sql } = world;
    await seed.project({ keys, languages: ['en', ...LANGUAGES] });
    const id = await seed.project({ keys, languages: ['en'] });
    await sql.query('UPDATE projects SET target_languages = $2, revision = 1 WHERE id = $1', [id, LANGUAGES]);
    await sql.query(
      `UPDATE translations t SET since = 1, text_revision = CASE WHEN t.language = 'en' THEN 1 END, text = ${TEXT}
       FROM keys k WHERE k.project_id = t.project_id AND k.id = t.key_id`,
      [id],
    );
    await sql.query('UPDATE projects SET revision = 1');
    await seed.settle();
    const servers = [await world.service(), await world.reference()] as const;
    const [service] = servers;
    await indexed(service);
    const send = (path: string, body: object): Promise<unknown> =>
      call(`${service.url}/api/v1/projects/${id}/${path}`, {
        method: 'POST',
        headers: JSON_BODY,
        body: JSON.stringify(body),
      });
    const all = `${keys.toLocaleString('en')} keys`;
    const pretranslate = (dryRun: boolean) => (): Promise<unknown> =>
      send('pretranslate', { languages: LANGUAGES, minMatch: 0.75, dryRun });
    const removeAll = (): Promise<unknown> =>
      sql.query(`DELETE FROM translations WHERE project_id = $1 AND language <> 'en'`, [id]);
    let times = 0;
    const replace = (dryRun: boolean) => (): Promise<unknown> => {
      const [search, by] = times % 2 === 0 ? ['Text', 'Line'] : ['Line', 'Text'];
      if (!dryRun) times++;
      return send('replace', { language: 'en', search, replace: by, dryRun });
    };
    const works: readonly (readonly [string, Measured])[] = [
      [`pretranslate ${all} × 5 languages, dry run`, new Measured(servers, pretranslate(true), removeAll)],
      [`pretranslate ${all} × 5 languages`, new Measured(servers, pretranslate(false), removeAll)],
      [`replace in ${all}, preview`, new Measured(servers, replace(true))],
      [`replace in ${all}`, new Measured(servers, replace(false))],
    ];
    for (const [work, measured] of works) {
      const seconds: number[] = [];
      for (let round = 0; round < world.options.rounds; round++) seconds.push(await measured.run());
      const cpu = median(measured.all('cpu')).toFixed(1);
      yield bounded(work, median(seconds), 's', MAX_SECONDS, `${cpu} s of processor time of the process`);
      yield measured.loopDelay(`${work}: event loop`) satisfies Result;
    }
  },
};

/** Waits until a search sees that nothing is left to index. */
async function indexed({ url }: ServerProcess): Promise<void> {
  const body = JSON.stringify({ from: 'en', to: 'de', texts: ['no such text'] });
  for (;;) {
    const answer = await call(`${url}/api/v1/memory/search`, { method: 'POST', headers: JSON_BODY, body });
    const { results } = JSON.parse(answer.body.toString()) as { results: { complete: boolean }[] };
    if (results[0]?.complete === true) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
