/** The last filters of the keys of each project, as the query of an address. They end with the page. */
const queries = new Map<string, string>();

/** Keeps with which filters a person looks at the keys of a project. @param query of the address, without `?` */
export const keepKeysQuery = (projectId: string, query: string): void => void queries.set(projectId, query);

/** Returns the path of the keys of a project, with the filters that the person last had there. */
export function keysPath(projectId: string): string {
  const query = queries.get(projectId) ?? '';
  return `/projects/${projectId}/keys${query === '' ? '' : `?${query}`}`;
}
