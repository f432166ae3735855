import { ProjectChanges } from './project-changes';

const text = (keyId: string, value: string, meta?: string) => ({ keyId, language: 'de', text: value, meta });

describe('ProjectChanges', () => {
  it('is empty until a change is recorded', () => {
    const changes = new ProjectChanges();
    expect(changes.isEmpty).toBe(true);
    changes.record({ texts: { before: null, after: [] } });
    expect(changes.isEmpty).toBe(true);
    changes.record({ texts: { before: null, after: [text('a', 'A')] } });
    expect(changes.isEmpty).toBe(false);
  });

  it('counts created, changed and removed texts, and texts of which only the metadata changed', () => {
    const changes = new ProjectChanges();
    changes.record({ texts: { before: null, after: [text('a', 'A'), text('b', 'B')] } });
    changes.record({
      texts: { before: [text('c', 'C'), text('d', 'D')], after: [text('c', 'X'), text('d', 'D', '{}')] },
    });
    changes.record({ texts: { before: [text('e', 'E')], after: null } });
    expect(changes.counts).toMatchObject({ textsSet: 3, metaChanged: 1, textsRemoved: 1, keysCreated: 0 });
  });

  it('counts created, changed and deleted keys, and their difference', () => {
    const changes = new ProjectChanges();
    const key = (id: string, name = id) => ({ id, name });
    changes.record({ keys: { before: null, after: [key('a')] } });
    changes.record({ keys: { before: [key('b')], after: [key('b', 'other')] } });
    changes.record({ keys: { before: [key('b'), key('c')], after: null } });
    expect(changes.counts).toMatchObject({ keysCreated: 1, keysChanged: 1, keysDeleted: 2 });
    expect(changes.keyDelta).toBe(-1);
  });

  it('counts changes of the settings and of the metadata of languages', () => {
    const changes = new ProjectChanges();
    changes.record({
      settings: {
        before: [{ name: 'A', targetLanguages: [], protectReviewed: false }],
        after: [{ name: 'B', targetLanguages: [], protectReviewed: false }],
      },
    });
    changes.record({ languageMeta: { before: null, after: [{ language: 'de', meta: '{}' }] } });
    expect(changes.counts).toMatchObject({ settingsChanged: 1, metaChanged: 1 });
  });
});
