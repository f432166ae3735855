import type { ApiResponse, Json } from './client';
import type { GivenPeople, GivenPerson } from './people';
import type { RunningApp } from './start-app';

/** In German, `a` has a text and the others have none; in French, none has one. */
const KEYS = [
  { name: 'a', value: 'A', translations: { de: 'A' } },
  { name: 'b', value: 'B' },
  { name: 'c', value: 'C' },
];

/** Creates members and assignments through the API. */
export class GivenAssignments {
  constructor(
    private readonly running: RunningApp,
    private readonly people: GivenPeople,
  ) {}

  /** Creates an organization with an owner, and a translator of a project with three keys. */
  async given({ languages }: { languages?: string[] } = {}) {
    const owner = await this.people.owner();
    const { organization } = owner;
    const project = await this.running.given.project({ organization, targetLanguages: ['de', 'fr'], keys: KEYS });
    const translator = await this.member(owner, 'translator', { projectIds: [project.id], languages });
    const [a = '', b = '', c = ''] = project.keyIds;
    const place = `projects/${project.id}`;
    const assign = (body: object): Promise<ApiResponse> => owner.post(`${place}/assignments`, body);
    return { owner, organization, project, translator, a, b, c, api: project.api, place, assign };
  }

  /** Creates a member, with the id that only who manages members sees. */
  async member(
    owner: GivenPerson,
    role: 'viewer' | 'translator' | 'reviewer' | 'developer' | 'manager',
    limits: { projectIds?: string[]; languages?: string[] } = {},
  ): Promise<GivenPerson> {
    const person = await this.people.member(owner, role, limits);
    const { members } = (await owner.get('members')).body;
    return Object.assign(person, { memberId: members.find((each: Json) => each.person.id === person.personId).id });
  }
}

export type AssignmentPlace = Awaited<ReturnType<GivenAssignments['given']>>;

export const bodyOf = ({ status, body }: ApiResponse): Json => {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};

export const created = (response: ApiResponse): Json[] => bodyOf(response).assignments;

export const listOf = async ({ owner, place }: Pick<AssignmentPlace, 'owner' | 'place'>, query = ''): Promise<Json[]> =>
  bodyOf(await owner.get(`${place}/assignments${query}`)).assignments;

/** The language, the number of keys, and what is left, of each assignment. */
export const workOf = async (of: Pick<AssignmentPlace, 'owner' | 'place'>, query = ''): Promise<unknown[]> =>
  (await listOf(of, query)).map(({ language, keys, left }) => [language, keys, left]);

export async function namesFor(
  { place }: Pick<AssignmentPlace, 'place'>,
  by: Pick<GivenPerson, 'get'>,
  query: string,
): Promise<string[]> {
  return bodyOf(await by.get(`${place}/keys?${query}`)).keys.map(({ name }: Json) => name);
}

export const errorOf = ({ status, body }: ApiResponse): unknown[] => [
  status,
  body.errors?.[0]?.pointer,
  body.errors?.[0]?.code,
];
