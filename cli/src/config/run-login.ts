import { bodyOf, createApi } from '../api/client';
import type { Run } from '../commands/command';
import { ExitCode } from '../exit-code';
import { askSecret } from '../terminal/ask';
import { parseApiKey } from './api-key';
import { loadConfigIfAny } from './config';
import { storeApiKey } from './credentials';
import { findServerOfKey } from './server-address';

export async function runLogin({ options, output }: Run<object>): Promise<ExitCode> {
  const server = findServerOfKey(options.server, loadConfigIfAny(options.config)?.server);
  const apiKey = parseApiKey(await askSecret(`API key for ${server}: `), 'the input');
  const { apiKey: own, organization } = bodyOf(await createApi({ server, apiKey, output }).GET('/api/v1/me'));
  if (own === null) throw new Error('the server takes the API key for the session of a person');
  const path = await storeApiKey(server, apiKey);
  output.line(`Signed in to ${server} with the API key "${own.name}" of ${organization.name}.`);
  output.line(`It is kept in ${path}.`);
  output.result({ server, apiKey: { id: own.id, name: own.name }, path });
  return ExitCode.done;
}
