import { ProjectChanges } from './project-changes';

const language = 'de';
const namespace = 'home';

describe('ProjectChanges', () => {
  it('is empty until a change is recorded', () => {
    const changes = new ProjectChanges();
    expect(changes.isEmpty).toBe(true);
    changes.record({ texts: [] });
    expect(changes.isEmpty).toBe(true);
    changes.record({ texts: [{ language, effect: 'inserted', count: 1, reviewed: 0 }] });
    expect(changes.isEmpty).toBe(false);
  });

  it('counts texts by what was done to them, and replaced texts', () => {
    const changes = new ProjectChanges();
    changes.record({ texts: [{ language, effect: 'inserted', count: 2, reviewed: 0 }] });
    changes.record({
      texts: [
        { language, effect: 'changed', count: 3, reviewed: 0 },
        { language: 'fr', effect: 'meta', count: 4, reviewed: 0 },
      ],
    });
    changes.record({ texts: [{ language, effect: 'removed', count: 5, reviewed: 0 }] });
    changes.record({ texts: [{ language, effect: 'state', count: 6, reviewed: 0 }] });
    expect(changes.counts).toMatchObject({ textsSet: 5, metaChanged: 4, textsRemoved: 5, statesSet: 6 });
    expect([changes.rows, changes.replacedRows]).toEqual([20, 18]);
    expect([...changes.languages]).toEqual([language, 'fr']);
  });

  it('counts reviewed texts by language, without texts of which only the metadata changed', () => {
    const changes = new ProjectChanges();
    changes.record({
      texts: [
        { language, effect: 'inserted', count: 2, reviewed: 1 },
        { language, effect: 'state', count: 2, reviewed: 2 },
        { language: 'fr', effect: 'meta', count: 2, reviewed: 2 },
      ],
    });
    expect([...changes.reviewed]).toEqual([[language, 3]]);
  });

  it('counts created, changed and deleted keys, their difference and their namespaces', () => {
    const changes = new ProjectChanges();
    changes.record({ keys: [{ namespace: '', effect: 'inserted', count: 1 }] });
    changes.record({
      keys: [
        { namespace, effect: 'changed', count: 1 },
        { namespace: 'left', effect: 'changed', count: 0 },
      ],
    });
    changes.record({ keys: [{ namespace, effect: 'removed', count: 2 }] });
    expect(changes.counts).toMatchObject({ keysCreated: 1, keysChanged: 1, keysDeleted: 2 });
    expect(changes.keyDelta).toBe(-1);
    expect([...changes.namespaces]).toEqual(['', namespace, 'left']);
  });

  it('counts changes of the settings and of rows about files, with their languages', () => {
    const changes = new ProjectChanges();
    const settings = { name: 'A', targetLanguages: ['fr', 'it'], protectReviewed: false };
    changes.record({ settings: { before: settings, after: { ...settings, targetLanguages: ['it', 'pl'] } } });
    changes.record({
      files: [
        { language, effect: 'inserted', count: 1 },
        { language: '', effect: 'changed', count: 1 },
      ],
    });
    expect(changes.counts).toMatchObject({ settingsChanged: 1, metaChanged: 2 });
    expect([...changes.languages]).toEqual(['fr', 'pl', language]);
  });
});
