import type { FormatCodec } from '../../src/language-files/model/codec';
import type { EntryToWrite } from '../../src/language-files/model/entry';
import { call } from '../harness/call';
import type { Comparison, Figure, Result } from '../harness/figures';
import type { ServerProcess } from '../harness/server-process';
import { compareTimes, type Timed } from '../harness/timing';
import type { Suite, World } from '../harness/world';
import { codecsOf, createEntries, toBytes, toFile, withText } from './codecs';

const KEYS = 10_000;
const WARM_UP_ROUNDS = 6;
const JSON_BODY = { 'content-type': 'application/json' };
const LAYOUTS = ['template', 'canonical'] as const;

/**
 * First exports in the layout of an imported file, against canonical exports of the same texts: after a change of one text, when
 * the service may have read the file before, and after an import of the file with one other text.
 */
export const templateSuite: Suite = {
  name: 'templates',
  async *run(world) {
    const service = await world.service();
    for (const codec of await codecsOf(world.options)) {
      if (!codec.template || !codec.canParse) continue;
      const project = await ImportedProject.create(world, service, codec);
      const keyId = await world.seed.plainTextKeyId(project.id);
      const name = `first export of ${codec.id} in the layout of a template`;
      yield await compareLayouts(world, service, project, `${name}, after an edit`, () => edit(service, keyId));
      yield await compareLayouts(world, service, project, `${name}, after an import`, () => project.import());
    }
  },
};

async function compareLayouts(
  world: World,
  service: ServerProcess,
  { id, codec }: ImportedProject,
  work: string,
  change: () => Promise<void>,
): Promise<Result> {
  const cpu = { template: 0, canonical: 0 };
  const firstExport =
    (layout: (typeof LAYOUTS)[number]): Timed =>
    async () => {
      await change();
      await service.begin();
      const query = `format=${codec.id}&language=${codec.multilingual ? '*' : 'de'}&layout=${layout}`;
      const { headers, seconds } = await call(`${service.url}/api/v1/projects/${id}/export?${query}`);
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
  return { work: `${work} (reference: canonical)`, ...measured, ...world.judgeTime(figures.ratio, 2) };
}

/** A project with the texts of a file. */
class ImportedProject {
  private readonly entries: readonly EntryToWrite[];
  private imports = 0;

  private constructor(
    readonly id: string,
    readonly codec: FormatCodec,
    private readonly service: ServerProcess,
  ) {
    this.entries = createEntries(codec, KEYS);
  }

  static async create({ seed }: World, service: ServerProcess, codec: FormatCodec): Promise<ImportedProject> {
    await seed.empty();
    const project = new ImportedProject(await seed.project({ keys: 0, languages: ['en', 'de'] }), codec, service);
    await project.import();
    await seed.settle();
    return project;
  }

  /** Imports the file, in which one text is another one each time. */
  async import(): Promise<void> {
    const { codec, id, service } = this;
    const [first, ...others] = this.entries;
    const entries = first ? [withText(codec, first, `Import ${++this.imports}`), ...others] : [];
    await call(
      `${service.url}/api/v1/projects/${id}/import?format=${codec.id}${codec.multilingual ? '' : '&language=de'}`,
      {
        method: 'POST',
        body: toBytes(codec, toFile(codec, entries)),
        headers: { 'content-type': codec.mediaType },
      },
    );
  }
}

let edits = 0;

async function edit({ url }: ServerProcess, keyId: string): Promise<void> {
  const body = JSON.stringify({ translations: { de: `Edit ${++edits}` } });
  await call(`${url}/api/v1/keys/${keyId}`, { method: 'PUT', headers: JSON_BODY, body });
}
