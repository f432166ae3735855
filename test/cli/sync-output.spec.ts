import { conflictError, type FileConflict, openConflicts } from '../../cli/src/sync/conflicts';
import type { ImportResult } from '../../cli/src/sync/import';
import { pullConflictError } from '../../cli/src/sync/pull';
import { printPull } from '../../cli/src/sync/run-pull';
import { printPush } from '../../cli/src/sync/run-push';
import { Output } from '../../cli/src/terminal/output';

/** Colors the rest of the line, turns it around, and is the same as ESC [ 31 m. */
const CONTROLS = ['\u001b[31m', '\u202e', '\u009b31m'];

const pushed = {
  files: [{ path: 'locales/en.json', added: 1, changed: 0, merged: false }],
  ...{ added: 1, changed: 0, deletedKeys: 0, removedTexts: 0, createdLanguages: [], revision: 7, warnings: [] },
  conflicts: [],
  conflictCount: 0,
  isWritten: false,
};
const conflictOf = (values: Partial<FileConflict> = {}): FileConflict => ({
  ...{ id: 'x', path: 'de.json', name: 'a', language: 'de', base: null, file: 'A', now: 'B', reason: 'text' },
  ...values,
});

describe('the output of push and pull', () => {
  it.each(CONTROLS)('has %j of a name, path or text as it is written in JSON', (control) => {
    const written: string[] = [];
    const streams = [process.stdout, process.stderr];
    const spies = streams.map((stream) =>
      jest.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0),
    );
    const output = new Output(false);
    const path = `${control}.json`;
    const unplaced = [{ language: 'de', namespace: control }];
    const pulled = { unplaced, conflicts: [path], mergedByPush: [], revision: 1 };
    printPull({ ...pulled, files: (['new', 'gone'] as const).map((change) => ({ path, change })) }, false, output);
    const file = { path, added: 1, changed: 0, merged: false };
    printPush({ ...pushed, files: [file], warnings: [control] }, {}, output);
    output.error(pullConflictError({ ...pulled, files: [] }));
    const conflicts = [
      conflictOf({ path, name: control, file: control, now: control, base: control }),
      conflictOf({ name: control, reason: 'deleted', texts: [{ language: 'de', base: control, now: control }] }),
    ];
    output.error(conflictError({ ...pushed, conflicts, conflictCount: 1 }));
    for (const spy of spies) spy.mockRestore();
    expect(written.join('')).not.toContain(control);
    expect(written.length).toBeGreaterThan(6);
  });

  it.each([
    [false, 'Nothing was written.'],
    [true, 'Before, locales/en.json became the revision 7. Nothing else was written.'],
  ])('says what a push with a conflict has written (%s)', (isWritten, sentence) => {
    const { hint } = conflictError({ ...pushed, conflicts: [conflictOf()], conflictCount: 1, isWritten });
    expect(hint).toContain(sentence);
  });

  it('takes all conflicts as open if the server does not say how many are', () => {
    const conflicts = [conflictOf(), conflictOf({ name: 'b' })];
    const resultOf = (openConflictCount?: number) =>
      ({ details: { conflicts, conflictCount: 2, openConflictCount } }) as unknown as ImportResult;
    expect(openConflicts(resultOf())).toEqual({ conflicts, conflictCount: 2 });
    expect(openConflicts(resultOf(1))).toEqual({ conflicts: conflicts.slice(0, 1), conflictCount: 1 });
    expect(openConflicts(resultOf(0))).toEqual({ conflicts: [], conflictCount: 0 });
  });

  it('says which texts of a deleted key have changed on the server, and how the key comes back', () => {
    const texts = [
      { language: 'de', base: 'B', now: 'B2' },
      { language: 'fr', base: null, now: 'F' },
    ];
    const deleted = conflictOf({ name: 'b', language: null, file: null, now: null, reason: 'deleted', texts });
    const { message, hint } = conflictError({ ...pushed, conflicts: [deleted], conflictCount: 1 });
    expect(message).toMatch(
      /:\n {2}b: deleted here, changed on the server\n {4}de: "B" -> "B2"\n {4}fr: no text -> "F"$/,
    );
    expect(hint).toContain('. Put a deleted key back into the files, or choose');
    const both = conflictError({ ...pushed, conflicts: [deleted, conflictOf()], conflictCount: 2 });
    expect(both.hint).toContain(
      '. Write the text of the server into the file, put a deleted key back into the files, or',
    );
  });

  it('says what the API key may not change', () => {
    const conflicts = [conflictOf({ reason: 'language_not_allowed' })];
    const { message, hint } = conflictError({ ...pushed, conflicts, conflictCount: 1 });
    expect(message).toContain('a text was changed here, which the API key may not change:');
    expect(hint).toContain('"--conflict keep"');
  });
});
