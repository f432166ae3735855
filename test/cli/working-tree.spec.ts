import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertInRepository, isBelow } from '../../cli/src/files/repository';
import { WorkingTree } from '../../cli/src/files/working-tree';

describe('the files of a rule', () => {
  let parent: string;
  beforeEach(() => {
    parent = realpathSync(mkdtempSync(join(tmpdir(), 'glossa-tree-')));
    for (const path of ['outside/de.json', 'repository/locales/en.json']) {
      mkdirSync(join(parent, path, '..'), { recursive: true });
      writeFileSync(join(parent, path), '{}');
    }
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  const treeOf = (path: string): { tree: WorkingTree; notes: string[] } => {
    const notes: string[] = [];
    const tree = new WorkingTree(
      join(parent, 'repository'),
      [{ path, format: 'json', options: {}, languages: {} }],
      (note) => notes.push(note),
    );
    return { tree, notes };
  };
  const link = (target: string, path: string): void => symlinkSync(join(parent, target), join(parent, path));
  const makeGitOf = (path: string): void => mkdirSync(join(parent, path, '.git'));

  it.each(['locales/{language}.json', 'locales/{namespace}/{language}.json'])(
    'are found without linked folders out of the repository, and each of these is said once: %s',
    (path) => {
      makeGitOf('repository');
      link('outside', 'repository/locales/linked');
      const { tree, notes } = treeOf(path);
      tree.find();
      tree.findCandidates();
      expect(notes).toEqual([
        `Left out locales/linked: it leads out of the repository by a symbolic link, to ${join(parent, 'outside')}`,
      ]);
    },
  );

  it('are none in a folder of the rule that leads out of the repository, which is said', () => {
    makeGitOf('repository');
    link('outside', 'repository/texts');
    const { tree, notes } = treeOf('texts/{language}.json');
    expect(tree.find()).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('Left out texts: it leads out of the repository')]);
  });

  it('are in folders beside the folder of glossa.json where a git repository has both', () => {
    makeGitOf('.');
    link('outside', 'repository/texts');
    const { tree, notes } = treeOf('texts/{language}.json');
    expect(tree.find().map(({ path }) => path)).toEqual(['texts/de.json']);
    expect(notes).toEqual([]);
  });

  it('lead out of the folder of glossa.json where there is no git repository, and the reason says so', () => {
    link('outside', 'repository/texts');
    const { tree, notes } = treeOf('texts/{language}.json');
    tree.find();
    const reason = `leads out of ${join(parent, 'repository')}, which is in no git repository, by a symbolic link, to `;
    expect(notes).toEqual([`Left out texts: it ${reason}${join(parent, 'outside')}`]);
    const refuse = (): void => assertInRepository(join(parent, 'repository'), 'texts/de.json');
    expect(refuse).toThrow(`texts/de.json ${reason}${join(parent, 'outside', 'de.json')}`);
  });

  it('are found beside the links of Bazel, of which nothing is said', () => {
    makeGitOf('repository');
    for (const name of ['bazel-bin', 'bazel-out', 'locales/bazel-out']) link('outside', `repository/${name}`);
    const { tree, notes } = treeOf('{namespace}/{language}.json');
    expect(tree.find().map(({ path }) => path)).toEqual(['locales/en.json']);
    expect(notes).toEqual([expect.stringContaining('Left out locales/bazel-out')]);
  });
});

it.each([
  ['/', '/', true],
  ['/', '/a/b', true],
  ['/a', '/a', true],
  ['/a', '/a/b', true],
  ['/a', '/ab', false],
  ['/a', '/', false],
  ['/a', '/a/..b', true],
])('below the root %s is %s: %s', (root, path, expected) => {
  expect(isBelow(root, path)).toBe(expected);
});
