import { png } from '../support/pictures';
import { type RunningApp, startApp } from '../support/start-app';
import { Repository } from './repository';

const HOME = png({ width: 80, height: 40 });
const CART = png({ width: 90, height: 40 });
const region = (key: string, x = 1) => ({ key, x, y: 2, width: 10, height: 8 });

describe('glossa screenshots', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = async (files: Record<string, unknown>) => {
    const keys = Array.from({ length: 45 }, (_, index) => ({ name: `key.${index}`, value: 'A' }));
    const project = await running.given.project({ keys });
    const env = { GLOSSA_API_KEY: project.organization.secret, GLOSSA_SERVER: running.url };
    const repository = Repository.create(env, {
      'glossa.json': JSON.stringify({ project: project.id, files: [{ path: '{language}.json', format: 'json' }] }),
    });
    const write = (more: Record<string, unknown>) =>
      repository.write(
        Object.fromEntries(
          Object.entries(more).map(([path, content]) => [
            `shots/${path}`,
            content instanceof Uint8Array || typeof content === 'string' ? content : JSON.stringify(content),
          ]),
        ),
      );
    write(files);
    const list = async () => (await project.api.get(`projects/${project.id}/screenshots`)).body.screenshots;
    return { ...project, repository, write, list };
  };

  it('sends new pictures and changed regions, and what is unchanged never again', async () => {
    const regions = Array.from({ length: 45 }, (_, index) => region(`key.${index}`, index));
    const { repository, write, list, keyIds } = await given({
      ...{ 'home.png': HOME, 'home.json': [region('key.0')], 'shop/cart.PNG': CART, 'notes.txt': 'no picture' },
    });
    const dry = await repository.done('screenshots', 'shots', '--dry-run');
    expect([dry.screenshots.added, await list()]).toEqual([2, []]);
    const { code, stdout } = await repository.glossa(['screenshots', 'shots']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'added    shots/home.png\nadded    shots/shop/cart.PNG\n2 pictures: 2 added, 0 changed, 0 unchanged.\n',
    });
    const place = { x: 1, y: 2, width: 10, height: 8 };
    expect(await list()).toMatchObject([
      { name: 'cart.PNG', width: 90, keys: [] },
      { name: 'home.png', width: 80, keys: [{ keyId: keyIds[0], ...place }] },
    ]);
    expect((await repository.done('screenshots', 'shots')).screenshots).toMatchObject({ added: 0, unchanged: 2 });

    write({ 'home.json': regions, 'shop/cart.json': [] });
    expect((await repository.done('screenshots', 'shots')).screenshots).toMatchObject({ changed: 1, unchanged: 1 });
    const [cart, home] = await list();
    expect([cart.keys, home.keys.map(({ keyId }: { keyId: string }) => keyId)]).toEqual([[], keyIds]);
    expect((await repository.done('screenshots', 'shots')).screenshots).toMatchObject({ changed: 0, unchanged: 2 });
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ['a folder without a picture', { 'a.txt': '' }, 2, 'there is no PNG, JPEG or WebP file in shots'],
    [
      'a key that the project does not have',
      { 'a.png': HOME, 'a.json': [region('no')] },
      2,
      'lacks 1 key of the regions:\n  no (shots/a.png)',
    ],
    ['regions that are no JSON', { 'a.png': HOME, 'a.json': '[' }, 2, 'shots/a.json: no JSON'],
    ['regions that are no list', { 'a.png': HOME, 'a.json': {} }, 2, 'shots/a.json: no list of regions'],
    [
      'a region without a number',
      { 'a.png': HOME, 'a.json': [{ key: 'key.0' }] },
      2,
      'region 0 has no whole number "x"',
    ],
    ['a region without a key', { 'a.png': HOME, 'a.json': [{ x: 1 }] }, 2, 'region 0 has no "key"'],
    ['a region with an unknown member', { 'a.png': HOME, 'a.json': [{ key: 'key.0', w: 1 }] }, 2, 'unknown member "w"'],
    ['the same picture twice', { 'a.png': HOME, 'b.png': HOME }, 2, 'shots/a.png and shots/b.png are the same picture'],
    [
      'two pictures with the same regions',
      { 'a.png': HOME, 'a.jpg': CART, 'a.json': [] },
      2,
      'would both have the regions of shots/a.json',
    ],
    [
      'a file of more than 10 MiB',
      { 'a.png': Buffer.alloc(10 * 1_048_576 + 1) },
      2,
      'shots/a.png is larger than 10 MiB',
    ],
    ['a region outside', { 'a.png': HOME, 'a.json': [region('key.0', 75)] }, 4, 'the picture is 80 pixels wide'],
    ['a file that is no picture', { 'a.png': '<svg/>' }, 4, 'malformed_picture'],
    ['a picture by its name', { 'a.png': '<svg/>' }, 4, 'error: shots/a.png: the server refused'],
  ])('refuses %s', async (_, files, code, message) => {
    const { repository, list } = await given(files);
    const ended = await repository.glossa(['screenshots', 'shots']);
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)]);
    expect(await list()).toEqual([]);
  });

  it('refuses a folder that does not exist', async () => {
    const { repository } = await given({});
    const ended = await repository.glossa(['screenshots', 'nothing']);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('nothing is no folder that can be read')]);
  });
});
