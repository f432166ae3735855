import { Receiver } from './support/receiver';
import { ServiceProcess, withPlace } from './support/service-process';

const SECRET = 'operator-secret-of-the-crash-tests-03';
const WEBHOOK_ENCRYPTION_KEY = 'key-of-the-webhooks-of-the-crash-tests';

describe('a service that is killed between a commit and the delivery', () => {
  it('delivers after the start, in order, and nothing that was not committed', () =>
    withPlace(async (place) => {
      const env = {
        BOOTSTRAP_API_KEY: SECRET,
        WEBHOOK_ENCRYPTION_KEY,
        WEBHOOK_PRIVATE_ADDRESSES: 'true',
        LOG_LEVEL: 'debug',
      };
      const receiver = await Receiver.start();
      await receiver.close();
      let service = await ServiceProcess.start(place, env);
      try {
        const api = service.client(SECRET);
        const project = (await api.post('projects', { name: 'Project', sourceLanguage: 'en' })).body.project;
        const { webhook } = (await api.post(`projects/${project.id}/webhooks`, { url: receiver.url })).body;
        for (const name of ['a', 'b', 'c']) await api.post(`projects/${project.id}/keys`, { name, value: 'Text' });
        const unfinished = api.post(`projects/${project.id}/keys`, { name: 'd', value: 'Text' }).catch(() => undefined);
        const { stdout } = await service.stop('SIGKILL');
        await unfinished;

        await receiver.listen();
        service = await ServiceProcess.start(place, env);
        const { revision } = (await service.client(SECRET).get(`projects/${project.id}`)).body.project;
        expect(revision).toBeGreaterThanOrEqual(3);
        const messages = await receiver.received(revision);
        expect(messages.map(({ payload }) => Number(payload.data.revision))).toEqual([1, 2, 3, 4].slice(0, revision));
        for (const message of messages) Receiver.verify(message, webhook.secret);
        const exit = await service.stop();
        expect(exit.code).toBe(0);
        for (const secret of [webhook.secret, receiver.url])
          expect(stdout + exit.stdout + exit.stderr).not.toContain(secret);
        expect(exit.stdout).toContain(
          `webhook ${webhook.id}, delivery ${messages[0]!.headers['webhook-id']}: delivered`,
        );
      } finally {
        await service.stop('SIGKILL');
        await receiver.close();
      }
    }));
});
