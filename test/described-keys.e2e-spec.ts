import { serviceOf } from '../src/common/access/principal';
import { type DescribedKey, type Description, KeyStore } from '../src/project-write/stores/key-store';
import { ProjectWriter } from '../src/project-write/project-writer';
import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('what files tell about a key', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  /** Describes a key once for each of the descriptions, and returns its row after each. */
  async function rowsAfter(...described: [Partial<DescribedKey>, Partial<Description>?][]): Promise<Json[]> {
    const { id, organization, keyIds } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    const select = `SELECT meta, tags, max_length AS "maxLength", description FROM keys WHERE id = $1`;
    const { result } = await running.app
      .get(ProjectWriter)
      .write(serviceOf(organization.id), id, 'batch', async (write) => {
        const rows: Json[] = [];
        for (const [key, options] of described) {
          const description = { metaId: 'po', overwrite: true, tags: [], ...options };
          await new KeyStore(write).describe([{ name: 'a', ...key }], description);
          rows.push(...(await write.tx.rows<Json>(select, keyIds)));
        }
        return rows;
      });
    return result;
  }

  it('is kept by format, and replaced by files of the format that overwrite', async () => {
    const rows = await rowsAfter(
      [{ meta: '{"x": 1}' }],
      [{ meta: '{"y": 1}' }, { metaId: 'xliff' }],
      [{ meta: '{"x": 2}' }, { overwrite: false }],
      [{ meta: '{"x": 3}' }],
      [{}],
    );
    const xliff = { y: 1 };
    const metas = [{ po: { x: 1 } }, { po: { x: 1 }, xliff }, { po: { x: 1 }, xliff }, { po: { x: 3 }, xliff }];
    expect(rows.map(({ meta }) => meta)).toEqual([...metas, metas[3]]);
  });

  it('has a path until a file without one clears it', async () => {
    const path = ['a', 'b'];
    const po = { x: 1 };
    const rows = await rowsAfter(
      [{ meta: JSON.stringify(po), path: JSON.stringify(path) }],
      [{}],
      [{}, { clearsPaths: true }],
    );
    expect(rows.map(({ meta }) => meta)).toEqual([{ po, path }, { po, path }, { po }]);
  });

  it('adds tags to those of the key, and sets a length limit', async () => {
    const rows = await rowsAfter(
      [{}],
      [{ maxLength: 9 }, { tags: ['b'] }],
      [{ maxLength: 5 }, { tags: ['a'], overwrite: false }],
      [{ maxLength: 5 }],
    );
    expect(rows.map(({ tags, maxLength }) => [tags, maxLength])).toEqual([
      [null, null],
      [['b'], 9],
      [['a', 'b'], 9],
      [['a', 'b'], 5],
    ]);
  });

  it('replaces, sets or only fills in a description', async () => {
    const rows = await rowsAfter(
      [{ description: 'First', descriptionRule: 'set' }],
      [{ description: 'Second' }],
      [{ description: 'Third', descriptionRule: 'set' }],
      [{ descriptionRule: 'set' }],
      [{ descriptionRule: 'replace' }],
      [{ description: 'Fourth' }],
    );
    const descriptions = rows.map(({ description }) => description);
    expect(descriptions).toEqual(['First', 'First', 'Third', 'Third', null, 'Fourth']);
  });
});
