import type { ApiResponse } from './support/client';
import {
  type AssignmentPlace,
  bodyOf,
  created,
  errorOf,
  GivenAssignments,
  listOf,
  namesFor,
} from './support/given-assignments';
import { GivenPeople } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

let running: RunningApp;
let assignments: GivenAssignments;
beforeAll(async () => {
  running = await startApp();
  assignments = new GivenAssignments(running, new GivenPeople(running));
});
afterAll(() => running.close());

/** The task, the language, the number of keys, and what is left, of each assignment. */
const tasksOf = async (of: Pick<AssignmentPlace, 'owner' | 'place'>): Promise<unknown[]> =>
  (await listOf(of)).map(({ task, language, keys, left }) => [task, language, keys, left]);

describe('an assignment to review', () => {
  /** Creates a project as `given` does, with a reviewer. In German, `a` and `b` have texts. */
  async function givenReviewer() {
    const at = await assignments.given();
    const reviewer = await assignments.member(at.owner, 'reviewer', { projectIds: [at.project.id] });
    bodyOf(await at.api.put(`keys/${at.b}`, { translations: { de: 'B' } }));
    const { memberId } = reviewer;
    const review = (body: object): Promise<ApiResponse> => at.assign({ memberId, task: 'review', ...body });
    return { ...at, reviewer, memberId, review };
  }
  const leftOf = async (of: AssignmentPlace): Promise<number[]> => (await listOf(of)).map(({ left }) => left);

  it('has the texts left that are translated and not reviewed, which its list has', async () => {
    const at = await givenReviewer();
    const { reviewer, review, memberId } = at;
    const [assignment] = created(await review({ languages: ['de'] }));
    expect(assignment).toMatchObject({ task: 'review', language: 'de', keys: null, member: { id: memberId } });
    const listed = async (): Promise<unknown[]> => [
      await leftOf(at),
      await namesFor(at, reviewer, 'assignee=me&task=review&state=translated&language=de'),
    ];
    expect(await listed()).toEqual([[2], ['a', 'b']]);
    const steps: [key: string, change: object, left: number, names: string[]][] = [
      [at.a, { states: { de: 'reviewed' } }, 1, ['b']],
      [at.b, { states: { de: 'draft' } }, 0, []],
      [at.b, { states: { de: 'translated' } }, 1, ['b']],
      [at.b, { states: { de: 'reviewed' } }, 0, []],
      [at.a, { translations: { de: 'Anders' } }, 1, ['a']],
      [at.c, { translations: { de: 'C', fr: 'C' } }, 2, ['a', 'c']],
      [at.a, { translations: { de: null } }, 1, ['c']],
    ];
    for (const [key, change, left, names] of steps) {
      bodyOf(await reviewer.put(`keys/${key}`, change));
      expect([change, ...(await listed())]).toEqual([change, [left], names]);
    }
  });

  it('of keys has these left, and of the source language the source texts', async () => {
    const at = await givenReviewer();
    created(await at.review({ languages: ['de', 'en'], keyIds: [at.b, at.c] }));
    expect(await tasksOf(at)).toEqual([
      ['review', 'de', 2, 1],
      ['review', 'en', 2, 2],
    ]);
    bodyOf(await at.reviewer.put(`keys/${at.c}`, { states: { en: 'reviewed' } }));
    expect(await leftOf(at)).toEqual([1, 1]);
  });

  it('is refused for a member whose role reviews nothing, and in other languages than the member’s', async () => {
    const at = await givenReviewer();
    const developer = await assignments.member(at.owner, 'developer');
    const german = await assignments.member(at.owner, 'reviewer', { languages: ['de'] });
    const body = { task: 'review', languages: ['de'] };
    const refused: [body: object, pointer: string, detail: string][] = [
      [{ ...body, memberId: at.translator.memberId }, '/memberId', 'the role translator reviews no texts'],
      [{ ...body, memberId: developer.memberId }, '/memberId', 'the role developer reviews no texts'],
      [
        { ...body, memberId: german.memberId, languages: ['de', 'fr'] },
        '/languages/1',
        'the member cannot review texts in fr',
      ],
    ];
    for (const [sent, pointer, detail] of refused) {
      const { status, body: answer } = await at.assign(sent);
      expect([status, answer.code, answer.errors]).toEqual([
        400,
        'validation_failed',
        [{ pointer, code: 'not_allowed', detail }],
      ]);
    }
    expect(errorOf(await at.review({ task: 'proofread', languages: ['de'] }))).toEqual([
      400,
      '/task',
      expect.any(String),
    ]);
    expect(await listOf(at)).toEqual([]);
    created(await at.assign({ memberId: german.memberId, task: 'review', keyIds: [at.a] }));
    expect(await tasksOf(at)).toEqual([['review', 'de', 1, 1]]);
  });

  it('is hidden while the role of the member reviews nothing, unlike a translation', async () => {
    const at = await givenReviewer();
    const { memberId } = at;
    created(await at.review({ languages: ['de'] }));
    created(await at.review({ task: 'translate', languages: ['de'] }));
    const both = [
      ['review', 'de', null, 2],
      ['translate', 'de', null, 1],
    ];
    expect(await tasksOf(at)).toEqual(both);
    bodyOf(await at.owner.patch(`members/${memberId}`, { role: 'translator' }));
    expect(await tasksOf(at)).toEqual([['translate', 'de', null, 1]]);
    expect(await namesFor(at, at.owner, `assignee=${memberId}&task=review`)).toEqual([]);
    bodyOf(await at.owner.patch(`members/${memberId}`, { role: 'reviewer' }));
    expect(await tasksOf(at)).toEqual(both);
  });

  it('is beside a translation of the same member and language, each with its own keys', async () => {
    const at = await givenReviewer();
    const { memberId, reviewer } = at;
    const [translation] = created(await at.assign({ memberId, languages: ['de'], keyIds: [at.c] }));
    const [review] = created(await at.review({ languages: ['de'], keyIds: [at.a] }));
    expect(review?.id).not.toBe(translation?.id);
    created(await at.review({ languages: ['de'], keyIds: [at.a, at.b] }));
    expect(created(await at.review({ languages: ['de'], keyIds: [at.b] }))).toEqual([{ ...review, keys: 2 }]);
    expect(await tasksOf(at)).toEqual([
      ['translate', 'de', 1, 1],
      ['review', 'de', 2, 2],
    ]);
    const names = (query: string): Promise<string[]> => namesFor(at, reviewer, `assignee=me${query}`);
    expect(await names('')).toEqual(['a', 'b', 'c']);
    expect(await names('&task=translate')).toEqual(['c']);
    expect(await names('&task=review&language=de')).toEqual(['a', 'b']);
    expect(await names('&task=review&needsWork=de')).toEqual([]);
    expect(await names('&task=translate&needsWork=de')).toEqual(['c']);
    const filter = { assignee: memberId, task: 'review' };
    bodyOf(await at.owner.post(`${at.place}/bulk`, { filter, action: 'changeTags', addTags: ['theirs'] }));
    expect(await namesFor(at, at.owner, 'tag=theirs')).toEqual(['a', 'b']);

    const [whole] = created(await at.review({ languages: ['de'] }));
    expect(whole).toEqual({ ...review, keys: null });
    expect(await tasksOf(at)).toEqual([
      ['translate', 'de', 1, 1],
      ['review', 'de', null, 2],
    ]);
    expect(await names('&task=translate')).toEqual(['c']);
    bodyOf(await at.owner.delete(`assignments/${review?.id}`));
    expect(await tasksOf(at)).toEqual([['translate', 'de', 1, 1]]);
  });

  it('is a filter only beside the member', async () => {
    const at = await givenReviewer();
    const { status, body } = await at.owner.get(`${at.place}/keys?task=review`);
    expect([status, body.errors]).toEqual([
      400,
      [{ parameter: 'task', code: 'not_allowed', detail: 'needs assignee' }],
    ]);
    const bulk = { filter: { task: 'review' }, action: 'changeTags', addTags: ['x'] };
    expect(errorOf(await at.owner.post(`${at.place}/bulk`, bulk))).toEqual([400, '/filter/task', 'not_allowed']);
  });
});
