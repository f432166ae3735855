import { SCOPES } from '../common/access/scope';
import { LanguageNotAllowedError } from '../common/access/access-errors';
import { ProjectChanges, type RecordedChange } from './project-changes';
import { TextRights } from './text-rights';

const rightsIn = (languages: string[] | null): TextRights => new TextRights({ scopes: new Set(SCOPES), languages });
const ALL_RIGHTS = rightsIn(null);

const language = 'de';
const namespace = 'home';

describe('ProjectChanges', () => {
  describe('of a caller who writes one language', () => {
    const text = { effect: 'changed', count: 1, reviewed: 0 } as const;
    const settings = { name: 'Shop', targetLanguages: ['de'], protectReviewed: false, memory: true, styleNote: null };
    const withFrench = { ...settings, targetLanguages: ['fr', 'de'] };
    it.each<[string, RecordedChange]>([
      [
        'texts',
        {
          texts: [
            { ...text, language },
            { ...text, language: 'fr' },
          ],
        },
      ],
      ['metadata of texts', { texts: [{ ...text, effect: 'meta', language: 'fr' }] }],
      ['files', { files: [{ language: 'fr', effect: 'inserted', count: 1 }] }],
      ['a new target language', { settings: { before: settings, after: withFrench } }],
      ['a removed target language', { settings: { before: withFrench, after: settings } }],
    ])('refuses %s of another language', (_, change) => {
      const changes = new ProjectChanges(rightsIn([language]));
      expect(() => changes.record(change)).toThrow(LanguageNotAllowedError);
      expect(changes.isEmpty).toBe(true);
    });

    it.each<[string, RecordedChange]>([
      ['texts of this language', { texts: [{ ...text, language }] }],
      ['texts deleted with their keys', { texts: [{ ...text, effect: 'removed', language: 'fr' }], withKeys: true }],
      ['files of several languages', { files: [{ language: '', effect: 'inserted', count: 1 }] }],
      ['keys', { keys: [{ namespace, effect: 'removed', count: 1 }] }],
      ['a name', { settings: { before: settings, after: { ...settings, name: 'Store' } } }],
    ])('admits %s', (_, change) => {
      const changes = new ProjectChanges(rightsIn([language]));
      changes.record(change);
      expect(changes.isEmpty).toBe(false);
    });
  });

  it('is empty until a change is recorded', () => {
    const changes = new ProjectChanges(ALL_RIGHTS);
    expect(changes.isEmpty).toBe(true);
    changes.record({ texts: [] });
    expect(changes.isEmpty).toBe(true);
    changes.record({ texts: [{ language, effect: 'inserted', count: 1, reviewed: 0 }] });
    expect(changes.isEmpty).toBe(false);
  });

  it('counts texts by what was done to them, and replaced texts', () => {
    const changes = new ProjectChanges(ALL_RIGHTS);
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
    const changes = new ProjectChanges(ALL_RIGHTS);
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
    const changes = new ProjectChanges(ALL_RIGHTS);
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
    const changes = new ProjectChanges(ALL_RIGHTS);
    const settings = {
      name: 'A',
      targetLanguages: ['fr', 'it'],
      protectReviewed: false,
      memory: true,
      styleNote: null,
    };
    changes.record({ settings: { before: settings, after: { ...settings, targetLanguages: ['it', 'pl'] } } });
    changes.record({
      files: [
        { language, effect: 'inserted', count: 1 },
        { language: '', effect: 'changed', count: 1 },
      ],
    });
    expect(changes.counts).toMatchObject({ settingsChanged: 1, metaChanged: 2 });
    expect(changes.replacedRows).toBe(2);
    expect([...changes.languages]).toEqual(['fr', 'pl', language]);
  });
});
