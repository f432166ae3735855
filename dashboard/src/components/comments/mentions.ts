import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client';

interface Person {
  id: string;
  name: string;
}

/** The most persons that are offered at a time. */
const MAX_OFFERED = 5;

/** The persons who can be mentioned in a project. */
export const mentionableQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['mentionable', projectId],
    queryFn: async ({ signal }) => {
      const params = { path: { id: projectId } };
      return bodyOf(await api.GET('/api/v1/projects/{id}/persons', { params, signal })).persons;
    },
    staleTime: 60_000,
  });

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Returns a text as it is stored: `@Name` of a person becomes `@[<id>]`. A name that two persons have stays a name. */
export function toStored(text: string, persons: readonly Person[]): string {
  const counts = new Map<string, number>();
  for (const { name } of persons) counts.set(name, (counts.get(name) ?? 0) + 1);
  const ofOne = persons.filter(({ name }) => counts.get(name) === 1);
  // A name that begins with another one goes first.
  const sorted = ofOne.sort((a, b) => b.name.length - a.name.length);
  return sorted.reduce(
    (result, { id, name }) =>
      result.replace(new RegExp(`(?<![\\p{L}\\p{N}])@${escaped(name)}(?![\\p{L}\\p{N}])`, 'gu'), `@[${id}]`),
    text,
  );
}

/** Returns a stored text as a person writes it. */
export const toWritten = (text: string, mentions: readonly Person[]): string =>
  mentions.reduce((result, { id, name }) => result.replace(new RegExp(`@\\[${id}\\]`, 'gi'), () => `@${name}`), text);

/** Returns the persons whose name is begun at the end of a text, behind `@`. */
export function offeredFor(text: string, persons: readonly Person[]): Person[] {
  const begun = begunName(text);
  if (begun === undefined) return [];
  const wanted = begun.toLowerCase();
  const fitting = persons.filter(({ name }) => {
    const own = name.toLowerCase();
    return own !== wanted && (own.startsWith(wanted) || own.includes(` ${wanted}`));
  });
  return fitting.slice(0, MAX_OFFERED);
}

/** Completes the name that is begun at the end of a text. */
export const complete = (text: string, name: string): string =>
  `${text.slice(0, text.length - (begunName(text)?.length ?? 0))}${name} `;

const begunName = (text: string): string | undefined =>
  /(?<![\p{L}\p{N}])@([\p{L}\p{N}][^@\n]{0,40}|)$/u.exec(text)?.[1];
