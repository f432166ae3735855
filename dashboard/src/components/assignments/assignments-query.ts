import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client';

export type Assignment = Schemas['ListedAssignment'];
export type Task = Schemas['AssignmentTask'];

export const TASKS = ['translate', 'review'] as const satisfies readonly Task[];

/** Returns the query of the address of the keys that are left of a task. @param assignee id of a member, or `me` */
export const leftQuery = (assignee: string, task: Task, language: string): string =>
  `assignee=${assignee}&task=${task}&languages=${language}&${task === 'review' ? 'state=translated' : `needsWork=${language}`}`;

/** The queries that are read again after a change of assignments. */
export const assignmentsKey = (projectId: string) => ['project', projectId, 'assignments'] as const;

/** The assignments of a project, page by page. */
export const assignmentsQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: [...assignmentsKey(projectId), 'list'],
    queryFn: async ({ pageParam, signal }) => {
      const params = { path: { id: projectId }, query: { cursor: pageParam } };
      return bodyOf(await api.GET('/api/v1/projects/{id}/assignments', { params, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** The name of a member who is assigned in a project; null: the member is not assigned there any more. */
export const assigneeQuery = (projectId: string, assignee: string) =>
  queryOptions({
    queryKey: [...assignmentsKey(projectId), 'name', assignee],
    queryFn: async ({ signal }) => {
      const params = { path: { id: projectId }, query: { assignee, limit: 1 } };
      const { assignments } = bodyOf(await api.GET('/api/v1/projects/{id}/assignments', { params, signal }));
      return assignments[0]?.member.person.name ?? null;
    },
    staleTime: 60_000,
  });

/**
 * Counts the keys that are assigned to the person in one of the languages.
 *
 * @param task of the assignments. Default: both tasks
 */
export const ownKeysQuery = (projectId: string, language: readonly string[], task?: Task) =>
  queryOptions({
    queryKey: [...assignmentsKey(projectId), 'own', language, task],
    queryFn: async ({ signal }) => {
      const query = { assignee: 'me', task, language: [...language], limit: 1, total: true };
      const params = { path: { id: projectId }, query };
      return bodyOf(await api.GET('/api/v1/projects/{id}/keys', { params, signal })).total ?? 0;
    },
  });
