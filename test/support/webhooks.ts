import type { Client, Json } from './client';
import { until } from './receiver';
import type { RunningApp } from './start-app';

/** Creates a project with a webhook. @param receiver that the webhook sends to */
export async function givenWebhook({ given }: RunningApp, { url }: { url: string }) {
  const project = await given.project();
  const { status, body } = await project.api.post(`projects/${project.id}/webhooks`, { url });
  expect(status).toBe(201);
  return { ...project, webhook: body.webhook };
}

let names = 0;

/** Makes a change of a project. */
export async function createKey(api: Client, projectId: string): Promise<void> {
  const { status } = await api.post(`projects/${projectId}/keys`, { name: `key ${++names}`, value: 'Text' });
  expect(status).toBe(201);
}

/** Returns the deliveries of a webhook, the newest first. */
export const deliveriesOf = async (api: Client, { id }: { id: string }): Promise<Json[]> =>
  (await api.get(`webhooks/${id}/deliveries`)).body.deliveries;

/** Waits until all messages of a webhook are delivered. */
export const delivered = (api: Client, webhook: { id: string }): Promise<void> =>
  until(async () => (await deliveriesOf(api, webhook)).every(({ status }) => status === 'delivered'));

/** Waits for the first delivery, the oldest, to have been attempted so often, and the result to be recorded. */
export const attempted = (api: Client, webhook: { id: string }, times: number): Promise<void> =>
  until(async () => (await deliveriesOf(api, webhook)).at(-1)?.attempts >= times);
