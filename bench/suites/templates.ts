import type { FormatCodec } from '../../src/language-files/model/codec';
import { call } from '../harness/call';
import type { Comparison, Figure, Result } from '../harness/figures';
import type { ServerProcess } from '../harness/server-process';
import { compareTimes, type Timed } from '../harness/timing';
import type { Suite, World } from '../harness/world';
import { codecsOf, createEntries, toBytes, toFile } from './codecs';

const KEYS = 10_000;
const WARM_UP_ROUNDS = 6;
const JSON_BODY = { 'content-type': 'application/json' };
const LAYOUTS = ['template', 'canonical'] as const;

/** Exports in the layout of an imported file, each after a change of one text, against canonical exports of the same texts. */
export const templateSuite: Suite = {
  name: 'templates',
  async run(world) {
    const service = await world.service();
    const results: Result[] = [];
    for (const codec of await codecsOf(world.options.dist)) {
      if (!codec.template || !codec.canParse) continue;
      process.stderr.write(`  ${codec.id}\n`);
      results.push(await compareLayouts(world, service, codec));
    }
    return results;
  },
};

async function compareLayouts(world: World, service: ServerProcess, codec: FormatCodec): Promise<Result> {
  const projectId = await importedProject(world, service, codec);
  const [keyId = ''] = await world.seed.keyIds(projectId, 1);
  const cpu = { template: 0, canonical: 0 };
  const firstExport =
    (layout: (typeof LAYOUTS)[number]): Timed =>
    async () => {
      await edit(service, keyId);
      await service.begin();
      const query = `format=${codec.id}&language=${codec.multilingual ? '*' : 'de'}&layout=${layout}`;
      const { headers, seconds } = await call(`${service.url}/api/v1/projects/${projectId}/export?${query}`);
      if (headers['x-export-layout'] !== layout) throw new Error(`the layout of ${codec.id} is not ${layout}`);
      cpu[layout] += (await service.observe()).cpu;
      return seconds;
    };
  const [template, canonical] = LAYOUTS.map(firstExport);
  if (!template || !canonical) throw new Error('there are two layouts');
  await compareTimes(WARM_UP_ROUNDS, template, canonical);
  for (const layout of LAYOUTS) cpu[layout] = 0;
  const rounds = world.options.rounds * 3;
  const figures = await compareTimes(rounds, template, canonical);
  const perExport = (figure: Figure, total: number): Figure => ({ ...figure, cpu: (total / rounds) * 1e6 });
  const measured: Comparison = {
    ...figures,
    service: perExport(figures.service, cpu.template),
    reference: perExport(figures.reference, cpu.canonical),
  };
  const work = `first export of ${codec.id} in the layout of a template (reference: canonical)`;
  return { work, ...measured, ...world.judgeTime(figures.ratio, 2) };
}

/** Returns a new project that a file of the format was imported into. */
async function importedProject({ seed }: World, { url }: ServerProcess, codec: FormatCodec): Promise<string> {
  await seed.empty();
  const id = await seed.project({ keys: 0, languages: ['en', 'de'] });
  const body = toBytes(codec, toFile(codec, createEntries(codec, KEYS)));
  const language = codec.multilingual ? '' : '&language=de';
  await call(`${url}/api/v1/projects/${id}/import?format=${codec.id}${language}`, {
    method: 'POST',
    body,
    headers: { 'content-type': codec.mediaType },
  });
  await seed.settle();
  return id;
}

let edits = 0;

async function edit({ url }: ServerProcess, keyId: string): Promise<void> {
  const body = JSON.stringify({ translations: { de: `Edit ${++edits}` } });
  await call(`${url}/api/v1/keys/${keyId}`, { method: 'PUT', headers: JSON_BODY, body });
}
