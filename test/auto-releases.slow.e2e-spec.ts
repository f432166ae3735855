import { setTimeout as delay } from 'node:timers/promises';
import type { Json } from './support/client';
import { ServiceProcess, withPlace } from './support/service-process';

const SECRET = 'operator-secret-of-auto-releases-0001';
const ENV = { BOOTSTRAP_API_KEY: SECRET, BOOTSTRAP_RATE_LIMIT: '1000000', LOG_LEVEL: 'warn' };
const [CHANGES, CHANGE_MS, INTERVAL_S] = [30, 1_000, 10];

describe('a channel that follows its project', () => {
  it('makes no more releases of a change a second than its interval allows, and has the last one after a crash', async () => {
    await withPlace(async (place) => {
      let service = await ServiceProcess.start(place, ENV);
      let api = service.client(SECRET);
      const { id } = (await api.post('projects', { name: 'P', sourceLanguage: 'en' })).body.project;
      const { key } = (await api.post(`projects/${id}/keys`, { name: 'title', value: 'Title' })).body;
      await api.post(`projects/${id}/releases`, { channel: 'live' });
      await api.put(`projects/${id}/channels/live`, { auto: true, interval: INTERVAL_S });
      const releases = async (): Promise<Json[]> => (await api.get(`projects/${id}/releases?limit=100`)).body.releases;
      const begin = performance.now();
      for (let i = 1; i <= CHANGES; i++) {
        expect((await api.put(`keys/${key.id}`, { value: `Title ${i}` })).status).toBe(200);
        await delay(Math.max(0, begin + i * CHANGE_MS - performance.now()));
      }
      const intervals = Math.ceil((performance.now() - begin) / 1_000 / INTERVAL_S);
      const made = await releases();
      // The first release was made by hand, and the first change is released at once.
      expect(made.length).toBeLessThanOrEqual(1 + 1 + intervals);
      expect(made.length).toBeGreaterThan(2);

      expect((await api.put(`keys/${key.id}`, { value: 'Last' })).status).toBe(200);
      await service.stop('SIGKILL');
      service = await ServiceProcess.start(place, ENV);
      api = service.client(SECRET);
      const { revision } = (await api.get(`projects/${id}`)).body.project;
      while ((await releases())[0]?.revision !== revision) await delay(200);
      await service.stop();
    });
  });
});
