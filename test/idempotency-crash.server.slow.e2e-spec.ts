import { setTimeout as delay } from 'node:timers/promises';
import { Client as Connection } from 'pg';
import type { ApiResponse, Client } from './support/client';
import { type Place, ServiceProcess, withPlace } from './support/service-process';

const SECRET = 'operator-secret-of-the-crash-tests-02';
const KEY = '8e03978e-40d5-43dd-bc93-6894a57f9324';

const ADVISORY_LOCKS = `
  SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

interface Crash {
  projectId: string;
  /** Sends the request to the replica that will be killed. */
  send: () => Promise<ApiResponse | undefined>;
  connection: Connection;
}

/** Waits until the statement returns a row. */
async function until(connection: Connection, statement: string): Promise<void> {
  while ((await connection.query(statement)).rowCount === 0) await delay(10);
}

(process.env.DATABASE_URL ? describe : describe.skip)(
  'a request with an Idempotency-Key whose replica is killed',
  () => {
    /**
     * Kills a replica when `reached` resolves.
     *
     * @returns the answer of the other replica to the repeated request, and the project
     */
    async function afterCrash(reached: (crash: Crash) => Promise<void>, place: Place) {
      const start = () => ServiceProcess.start(place, { BOOTSTRAP_API_KEY: SECRET, LOG_LEVEL: 'warn' });
      const [killed, other] = [await start(), await start()];
      const connection = new Connection({ connectionString: place.env.DATABASE_URL });
      await connection.connect();
      try {
        const api = other.client(SECRET);
        const { body } = await api.post('projects', { name: 'Project', sourceLanguage: 'en' });
        const projectId: string = body.project.id;
        const send = (client: Client) =>
          client.post(`projects/${projectId}/keys`, { name: 'a', value: 'A' }, { headers: { 'idempotency-key': KEY } });
        await reached({ projectId, connection, send: () => send(killed.client(SECRET)).catch(() => undefined) });
        await killed.stop('SIGKILL');
        await connection.query('ROLLBACK');
        let answer = await send(api);
        while (answer.status === 429) answer = await send(api);
        return { answer, project: (await api.get(`projects/${projectId}`)).body.project };
      } finally {
        await connection.end();
        await other.stop('SIGKILL');
        await killed.stop('SIGKILL');
      }
    }

    it('is done by the repetition where the write was not committed', () =>
      withPlace(async (place) => {
        const { answer, project } = await afterCrash(async ({ projectId, connection, send }) => {
          await connection.query('BEGIN');
          await connection.query('SELECT FROM projects WHERE id = $1 FOR UPDATE', [projectId]);
          for (let i = 0; i < 10; i++) void send();
          await until(connection, ADVISORY_LOCKS);
        }, place);
        expect([answer.status, answer.headers.has('idempotent-replayed')]).toEqual([201, false]);
        expect(project).toMatchObject({ revision: 1, stringCount: 1 });
      }));

    it('is known to the repetition where the write was committed', () =>
      withPlace(async (place) => {
        const { answer, project } = await afterCrash(async ({ connection, send }) => {
          for (let i = 0; i < 10; i++) void send();
          await until(connection, 'SELECT FROM kept_answers');
        }, place);
        expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
        expect(project).toMatchObject({ revision: 1, stringCount: 1 });
      }));
  },
);
