import 'dotenv/config';
import { createApp } from './create-app';
import { readSettings } from './config/settings';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const app = await createApp(settings);
  await app.listen(settings.port, settings.host);
}

void main();
