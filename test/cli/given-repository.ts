import { Exchange } from '../support/exchange';
import type { RunningApp } from '../support/start-app';
import { Repository } from './repository';

export const json = (texts: object): string => `${JSON.stringify(texts, null, 2)}\n`;

export const JSON_RULES = [{ path: 'locales/{language}.json', format: 'json' }];

interface Given {
  files?: Record<string, string>;
  rules?: object[];
  languages?: string[];
}

/** Makes a project, and a repository with a glossa.json of the project and with files. */
export async function givenRepository(
  running: RunningApp,
  { files = {}, rules = JSON_RULES, languages = ['de'] }: Given = {},
) {
  const { id, api, organization } = await running.given.project({ targetLanguages: languages });
  const env = { GLOSSA_API_KEY: organization.secret, GLOSSA_SERVER: running.url };
  const repository = Repository.create(env, { 'glossa.json': json({ project: id, files: rules }), ...files });
  return { repository, exchange: new Exchange(api, id), id, api, organization, env };
}
