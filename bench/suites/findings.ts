import { call } from '../harness/call';
import { atMost, bounded, median, type Result } from '../harness/figures';
import type { ServerProcess } from '../harness/server-process';
import { compareTimes, type Timed } from '../harness/timing';
import type { Suite, World } from '../harness/world';
import { MIXED } from './checks';

const LANGUAGES = ['de', 'fr', 'es', 'pl', 'ru', 'ar', 'he', 'hi', 'ja', 'zh-Hans'];
const CHANGES = 10;
const WARM_UP_ROUNDS = 3;
const JSON_BODY = { 'content-type': 'application/json' };

/** The first check run of 50,000 keys with texts in 10 languages, and check runs after 10 changes. */
export const findingsSuite: Suite = {
  name: 'findings',
  async run(world) {
    const keys = world.options.quick ? 5_000 : 50_000;
    const service = await world.service();
    const project = await createProject(service, keys);
    await world.seed.settle();
    const firsts: number[] = [];
    const delays: number[] = [];
    for (let round = 0; round < world.options.rounds; round++) {
      await world.sql.query('TRUNCATE project_checks, findings');
      await service.begin();
      await findings(project, 0);
      const { cpu, loopP99 } = await service.observe();
      firsts.push((cpu * 1e9) / (keys * LANGUAGES.length));
      delays.push(loopP99);
    }
    const agains: number[] = [];
    const keyIds = await world.seed.keyIds(project.id, CHANGES);
    for (let round = 0; round < world.options.rounds; round++) {
      const update = keyIds.map((id) => ({ id, translations: { de: `Text ${round} ` } }));
      await call(`${project.url}/keys/batch`, { method: 'POST', headers: JSON_BODY, body: JSON.stringify({ update }) });
      agains.push((await findings(project, 1)) * 1_000);
    }
    const late = await failLate(world, service, project);
    const texts = (keys * LANGUAGES.length).toLocaleString('en');
    return [
      bounded(`first check run of ${texts} texts, processor time of a text`, median(firsts), 'ns', 12_000),
      bounded('event loop meanwhile, p99', median(delays), 'ms', 50),
      bounded(`list of findings after ${CHANGES} changes among ${texts} texts`, median(agains), 'ms', 50),
      late,
    ];
  },
};

interface Project {
  id: string;
  url: string;
}

async function createProject(service: ServerProcess, keys: number): Promise<Project> {
  const body = JSON.stringify({ name: 'Checks', sourceLanguage: 'en', targetLanguages: LANGUAGES });
  const created = await call(`${service.url}/api/v1/projects`, { method: 'POST', headers: JSON_BODY, body });
  const { project } = JSON.parse(created.body.toString()) as { project: { id: string } };
  const url = `${service.url}/api/v1/projects/${project.id}`;
  for (const language of ['en', ...LANGUAGES]) {
    const texts = Array.from({ length: keys }, (_, i) => {
      const kind = MIXED[i % MIXED.length];
      const text = language === 'en' ? kind?.source : kind?.targets[language];
      return [`section${i % 97}.item_${i}`, text?.replaceAll('№', String(i + 1_000))];
    });
    await call(`${url}/import?format=json&filename=${language}.json&language=${language}`, {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify(Object.fromEntries(texts)),
    });
  }
  return { id: project.id, url };
}

/** Pages of keys with findings, which the second half of the keys has, against pages without the filter. */
async function failLate(world: World, service: ServerProcess, project: Project): Promise<Result> {
  const texts = Array.from({ length: world.options.quick ? 5_000 : 50_000 }, (_, i) => `section${i % 97}.item_${i}`)
    .sort()
    .map((name, i, { length }) => [name, i < length / 2 ? 'Text' : 'Text  ']);
  for (const language of LANGUAGES) {
    await call(`${project.url}/import?format=json&filename=${language}.json&language=${language}`, {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify(Object.fromEntries(texts)),
    });
  }
  for (let attempts = 4; attempts > 0; attempts--) if (await findings(project, 1).catch(() => 0)) break;
  await world.seed.settle();
  const page =
    (query: string): Timed =>
    async () =>
      (await call(`${service.url}${new URL(project.url).pathname}/keys?include=translations${query}`)).seconds;
  await compareTimes(WARM_UP_ROUNDS, page('&check=any'), page(''));
  const figures = await compareTimes(world.options.rounds * 5, page('&check=any'), page(''));
  return {
    work: 'page with check=any, findings in the second half of the keys (reference: without)',
    ...figures,
    ...atMost(figures.ratio, 3),
  };
}

/** @returns the seconds of the list. @throws Error if there are fewer findings */
async function findings({ url }: Project, least: number): Promise<number> {
  const { body, seconds } = await call(`${url}/checks?limit=100`);
  const { findings: found } = JSON.parse(body.toString()) as { findings: object[] };
  if (found.length < least) throw new Error(`the list has ${found.length} findings`);
  return seconds;
}
