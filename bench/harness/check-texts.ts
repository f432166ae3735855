import { call } from './call';
import type { ServerProcess } from './server-process';

/** Has all texts of a project checked, as an import does. A request waits for 30 s. */
export async function checkTexts({ url }: ServerProcess, projectId: string): Promise<void> {
  for (let attempts = 4; attempts > 0; attempts--) {
    if (await call(`${url}/api/v1/projects/${projectId}/checks?limit=1`).catch(() => undefined)) return;
  }
  throw new Error('the texts were not checked');
}
