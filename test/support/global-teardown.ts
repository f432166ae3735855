import { removePgbouncer } from './pgbouncer-in-front';
import { dropDatabase } from './server-database';
import { TEMPLATE } from './template';

export default async function tearDown(): Promise<void> {
  const { DATABASE_URL: server, [TEMPLATE]: template } = process.env;
  if (server && template) await dropDatabase(server, template);
  await removePgbouncer();
}
