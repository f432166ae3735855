import { infiniteQueryOptions } from '@tanstack/react-query';
import i18next from 'i18next';
import { api, bodyOf, jsonOf, type Schemas, send } from '../../api/client';
import { isSame } from '../labels/labels';
import type { Region } from './region';

export type Screenshot = Schemas['Screenshot'];

/** The screenshots that show a key, the newest first, page by page. */
export const screenshotsQuery = (projectId: string, keyId: string) =>
  infiniteQueryOptions({
    queryKey: ['key', keyId, 'screenshots'],
    queryFn: async ({ pageParam, signal }) => {
      const params = { path: { id: projectId }, query: { keyId, cursor: pageParam } };
      return bodyOf(await api.GET('/api/v1/projects/{id}/screenshots', { params, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** Returns the regions of a key in a screenshot. */
export const regionsOf = ({ keys }: Screenshot, keyId: string): Region[] =>
  keys.filter((region) => region.keyId === keyId).map(({ keyId: _, ...region }) => region);

/** Adds a picture with the regions of a key. @throws ProblemError */
export async function addScreenshot(projectId: string, keyId: string, file: File, regions: Region[]): Promise<void> {
  const form = new FormData();
  form.append('keys', JSON.stringify(regions.map((region) => ({ keyId, ...region }))));
  form.append('file', file);
  const url = new URL(`/api/v1/projects/${projectId}/screenshots`, location.origin);
  const response = await send(new Request(url, { method: 'POST', body: form }));
  await jsonOf(response);
}

/**
 * Replaces the regions of a key in a screenshot; the regions of other keys stay as they are now.
 *
 * @param before the regions of the key that the person has changed
 * @throws Error if they are other ones now @throws ProblemError
 */
export async function setRegions(id: string, keyId: string, before: Region[], regions: Region[]): Promise<void> {
  const params = { path: { id } };
  const { screenshot } = bodyOf(await api.GET('/api/v1/screenshots/{id}', { params }));
  if (!isSame(regionsOf(screenshot, keyId), before)) throw new Error(i18next.t('screenshots.changed'));
  const others = screenshot.keys.filter((region) => region.keyId !== keyId);
  const keys = [...others, ...regions.map((region) => ({ keyId, ...region }))];
  bodyOf(await api.PATCH('/api/v1/screenshots/{id}', { params, body: { keys } }));
}

/** @throws ProblemError */
export async function deleteScreenshot(id: string): Promise<void> {
  bodyOf(await api.DELETE('/api/v1/screenshots/{id}', { params: { path: { id } } }));
}
