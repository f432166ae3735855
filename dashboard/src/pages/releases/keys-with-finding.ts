/** The address of the keys with a finding in a language, or of the one key that has this name. */
export function keysWithFinding(
  projectId: string,
  { language, code, name }: { language: string; code: string; name?: string },
): string {
  const query = new URLSearchParams({ check: code, languages: language, ...(name !== undefined && { search: name }) });
  return `/projects/${projectId}/keys?${query.toString()}`;
}
