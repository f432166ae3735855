import { setTimeout as delay } from 'node:timers/promises';
import type { Json } from './client';
import type { RunningApp } from './start-app';

const KEYS = [
  { name: 'cart.title', value: 'Cart', translations: { de: 'Warenkorb' } },
  {
    name: 'cart.items',
    value: '{count, plural, one {# item for {name}} other {# items for {name}}}',
    translations: { de: '{count, plural, one {# Artikel für {name}} other {# Artikel für {name}}}' },
  },
  { name: 'cart.pay', value: 'Pay now' },
];

/** Waits until a channel serves a release, which every replica does within seconds. @param channel path of its address */
export async function untilServed(running: RunningApp, channel: string, releaseId: string): Promise<void> {
  const manifest = async (): Promise<Json> => (await running.anonymous.get(`${channel}/manifest.json`)).body;
  while ((await manifest())?.release !== releaseId) await delay(50);
}

/** Publishes texts in English and German, of which German lacks `cart.pay`, and returns how they are delivered. */
export async function givenChannel(running: RunningApp, release: { format: string } & Record<string, unknown>) {
  const project = await running.given.project({ targetLanguages: ['de'], keys: KEYS });
  const path = `projects/${project.id}`;
  const { body } = await project.api.post(`${path}/delivery-tokens`, { name: 'Test' });
  const { token } = body.deliveryToken;
  const publish = async (): Promise<void> => {
    const answer = await project.api.post(`${path}/releases`, { channel: 'production', ...release });
    if (answer.status !== 201) throw new Error(`not published: ${answer.status} ${answer.bytes.toString()}`);
    await untilServed(running, `/delivery/${token}/production`, answer.body.release.id);
  };
  await publish();
  return {
    ...project,
    publish,
    token: token as string,
    address: `${running.url}/delivery/${token}/production`,
    /** Sets a text, which is not delivered before the next release. */
    setText: async (name: string, language: string, text: string): Promise<void> => {
      const [key] = (await project.api.get(`${path}/keys?name=${name}`)).body.keys;
      const { status } = await project.api.put(`keys/${key.id}`, { translations: { [language]: text } });
      if (status !== 200) throw new Error(`the text was not set: ${status}`);
    },
  };
}
