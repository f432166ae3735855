import fc from 'fast-check';
import { TENANT_SCOPES } from '../src/common/access/scope';
import { KeptFiles } from '../src/exports/cache/kept-files';
import { RenditionCache } from '../src/exports/cache/rendition-cache';
import type { Json } from './support/client';
import { projectWrites, type WrittenProject } from './support/project-writes';
import { type RunningApp, startApp } from './support/start-app';

/** `HISTORY_STEPS=200 npm run test:slow -- test/history-properties` takes minutes. */
const STEPS = Number(process.env.HISTORY_STEPS ?? 25);
const RUNS = Number(process.env.HISTORY_RUNS ?? 3);

const READS = [
  'translations?',
  'export?format=json-nested&language=*&',
  'export?format=po&language=*&',
  'export?format=csv&language=*&',
  // With states and length limits.
  'export?format=xliff&language=*&',
  'export?format=json&language=*&minState=reviewed&',
  'export?format=json&language=*&tag=checkout&',
  // One file, which is continued from the file of the revision before.
  'export?format=json-nested&language=de&fallback=en&',
  'export?format=po&language=de&placeholders=printf&',
  'export?format=xliff&language=fr&minState=translated&',
  'export?format=json&language=de&namespace=c&stripNamespace=true&untranslated=empty&',
];

describe('the history of a project after any sequence of writes', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const projectOf = async ({ api, id }: WrittenProject): Promise<Json> =>
    (await api.get(`projects/${id}`)).body.project;
  /** Reads the settings that a revision has. */
  const settingsOf = async (project: WrittenProject): Promise<Json> => {
    const { name, targetLanguages, protectReviewed } = await projectOf(project);
    return { name, targetLanguages, protectReviewed };
  };

  /** Reads the keys with their texts, states, tags and length limits, and which texts are outdated. */
  const keysOf = async ({ api, id }: WrittenProject): Promise<Json[]> => {
    const { keys } = (await api.get(`projects/${id}/keys?include=translations&limit=1000`)).body;
    return keys.map(({ id, name, description, tags, maxLength, translations, states, outdated }: Json) => {
      return { id, name, description, tags, maxLength, translations, states, outdated };
    });
  };

  const textsOf = async ({ api, id }: WrittenProject, query = ''): Promise<Json> =>
    (await api.get(`projects/${id}/translations?${query}`)).body;

  /** Reads all that a revision has, as bytes with their tags. A read that is refused has the code of its error. */
  const readAll = ({ api, id }: WrittenProject, query = ''): Promise<Json[]> =>
    Promise.all(
      READS.map(async (path) => {
        const { status, bytes, body, headers } = await api.get(`projects/${id}/${path}${query}`);
        return status === 200
          ? { tag: headers.get('etag'), bytes: bytes.toString('base64') }
          : { status, code: body.code };
      }),
    );

  /** Applies a delta as its description says. */
  function apply(before: Json, { translations, removed }: Json): Json {
    return Object.fromEntries(
      Object.entries<Json>(translations).map(([language, texts]) => {
        const kept = new Map(Object.entries<string>(before[language] ?? {}));
        for (const name of removed[language]) kept.delete(name);
        for (const [name, text] of Object.entries<string>(texts)) kept.set(name, text);
        return [language, Object.fromEntries(kept)];
      }),
    );
  }

  /** Reads all items of a change, in pages of a few. */
  async function itemsOf({ api, id }: WrittenProject, revision: number): Promise<Json[]> {
    const items: Json[] = [];
    for (let cursor = ''; ;) {
      const { body } = await api.get(`projects/${id}/changes/${revision}?limit=3${cursor}`);
      items.push(...body.items);
      if (body.nextCursor === null) return items;
      cursor = `&cursor=${body.nextCursor}`;
    }
  }

  /** Plays the items of a change on the names and texts that the items of the earlier ones have left. */
  function play(state: Map<string, Json>, items: readonly Json[]): void {
    for (const { keyId, language, before, after } of items) {
      const place = JSON.stringify([keyId, language]);
      expect([place, before]).toEqual([place, state.get(place) ?? null]);
      if (after === null) state.delete(place);
      else state.set(place, after);
    }
  }

  /** Returns the versions of keys and texts at their places, as the items of changes have them. */
  const versionsOf = (keys: readonly Json[]): Map<string, Json> =>
    new Map(
      keys.flatMap(({ id, name, description, tags, maxLength, translations, states }): [string, Json][] => [
        [JSON.stringify([id, null]), { name, description, tags, maxLength }],
        ...Object.entries(translations).map(([language, text]): [string, Json] => [
          JSON.stringify([id, language]),
          { text, state: states[language] },
        ]),
      ]),
    );

  it('gives back each revision: as it was read then, as a delta, by its changes, by restoring and by undoing', async () => {
    const steps = projectWrites({ minLength: STEPS, maxLength: STEPS });
    await fc.assert(
      fc.asyncProperty(steps, async (writes) => {
        const given = await running.given.project({ name: 'First', targetLanguages: ['de', 'fr'] });
        const { api: translator } = await running.given.apiKey({
          organization: given.organization,
          scopes: TENANT_SCOPES.filter((scope) => scope !== 'translations:review'),
        });
        const project = { ...given, translator };
        const { api, id } = project;
        const look = async () => ({
          reads: await readAll(project),
          texts: (await textsOf(project)).translations,
          keys: await keysOf(project),
          settings: await settingsOf(project),
        });
        const seen = [await look()];
        for (const write of writes) {
          const answer = await write(project);
          expect([answer.status, answer.status < 500]).toEqual([answer.status, true]);
          const { revision } = await projectOf(project);
          expect(revision - seen.length).toBeLessThanOrEqual(0);
          if (revision === seen.length) seen.push(await look());
        }
        const last = seen.length - 1;
        const now = seen[last]?.texts;

        // The renditions that were made then are cached by their revisions.
        running.app.get(RenditionCache).clear();
        expect(running.app.get(KeptFiles).counters.continued).toBeGreaterThan(seen.length);
        const state = new Map<string, Json>();
        for (const [revision, { reads, texts, keys }] of seen.entries()) {
          expect([revision, await readAll(project, `revision=${revision}`)]).toEqual([revision, reads]);
          expect([revision, apply(texts, await textsOf(project, `since=${revision}`))]).toEqual([revision, now]);
          if (revision > 0) play(state, await itemsOf(project, revision));
          expect([revision, state]).toEqual([revision, versionsOf(keys)]);
        }
        for (const [revision, { reads, keys, settings }] of seen.entries()) {
          // A restoration leaves the name, which the headers of PO files have, and the protection.
          const { name, protectReviewed } = settings;
          await api.patch(`projects/${id}`, { name, protectReviewed });
          const planned = (await api.post(`projects/${id}/restore`, { revision, dryRun: true })).body;
          const { status, body } = await api.post(`projects/${id}/restore`, { revision });
          expect([revision, status, body.conflicts]).toEqual([revision, 200, []]);
          expect([revision, planned.counts]).toEqual([revision, body.counts]);
          expect([revision, await readAll(project)]).toEqual([revision, reads]);
          expect([revision, await keysOf(project)]).toEqual([revision, keys]);
          expect([revision, await settingsOf(project)]).toEqual([revision, settings]);
        }
        for (let revision = (await projectOf(project)).revision; revision > 0; revision--) {
          const planned = (await api.post(`projects/${id}/changes/${revision}/undo`, { dryRun: true })).body;
          const { status, body } = await api.post(`projects/${id}/changes/${revision}/undo`, {});
          expect([revision, status, body.errors]).toEqual([revision, 200, undefined]);
          expect([revision, planned.counts]).toEqual([revision, body.counts]);
        }
        expect(await readAll(project)).toEqual(seen[0]?.reads);
        expect(await keysOf(project)).toEqual([]);
        expect(await settingsOf(project)).toEqual({
          name: 'First',
          targetLanguages: ['de', 'fr'],
          protectReviewed: false,
        });
        expect((await projectOf(project)).stringCount).toBe(0);
      }),
      // A failure names its writes. The search for a shorter sequence would take many minutes.
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 3_600_000);
});
