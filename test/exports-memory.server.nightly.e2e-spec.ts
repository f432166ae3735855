import { join } from 'node:path';
import { codecs } from '../src/language-files';
import { setLongestTexts } from './support/longest-texts';
import { MemoryGroup, memorySettingsOfImage } from './support/memory-group';
import { migratedPlace, type Place, ServiceProcess } from './support/service-process';

const LIMIT = 512 * 1_048_576;
const SECRET = 'operator-secret-of-large-exports-1';
const KEYS = 1_000;
const AT_ONCE = 4;

const server = process.env.DATABASE_URL;
const group = server === undefined ? undefined : MemoryGroup.create(LIMIT);
afterAll(() => group?.remove());

const describeInGroup = group ? describe : describe.skip;

describeInGroup('exports of 65 MB in each language, in 512 MiB', () => {
  let place: Place;
  let service: ServiceProcess;
  let project: string;

  beforeAll(async () => {
    place = await migratedPlace();
    place.env = { ...place.env, ...memorySettingsOfImage(), BOOTSTRAP_API_KEY: SECRET, LOG_LEVEL: 'warn' };
    service = await ServiceProcess.start(
      place,
      {},
      group?.entryFor(join(__dirname, '../dist/src/main.js'), place.folder),
    );
    const api = service.client(SECRET);
    const created = await api.post('projects', { name: 'P', sourceLanguage: 'en', targetLanguages: ['de', 'fr'] });
    project = created.body.project.id;
    const create = Array.from({ length: KEYS }, (_, i) => ({ name: `ns${i % 7}.k${i}`, value: 'Hello {name} %d' }));
    const { headers } = await api.post(`projects/${project}/keys/batch`, { create });
    await setLongestTexts(
      place.env.DATABASE_URL ?? '',
      project,
      ['de', 'fr'],
      Number(headers.get('x-glossa-revision')),
    );
  });
  afterAll(async () => {
    await service.stop('SIGKILL');
    await place.remove();
  });

  const exportTo = async (format: string, language: string): Promise<number> => {
    const url = `${service.url.replace('localhost', '127.0.0.1')}/api/v1/projects/${project}/export?format=${format}&language=${language}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${SECRET}` } });
    for await (const chunk of response.body ?? []) void chunk;
    return response.status;
  };

  it.each(codecs.flatMap(({ id, streams }) => (streams && id !== 'csv' ? [] : [id])))(
    'are sent or refused, four at a time: %s',
    async (format) => {
      const languages = ['de', 'fr', 'de,fr', 'en'].slice(0, AT_ONCE);
      const statuses = await Promise.all(languages.map((language) => exportTo(format, language)));
      expect(statuses.filter((status) => ![200, 400, 429].includes(status))).toEqual([]);
      expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    },
  );
});
