import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client';
import type { SectionProps } from './section';
import { usePanelQuery } from './use-panel-query';

const contextQuery = (keyId: string, language: string) =>
  queryOptions({
    queryKey: ['key', keyId, 'context', language],
    queryFn: async ({ signal }) => {
      const params = { path: { id: keyId }, query: { language } };
      return bodyOf(await api.GET('/api/v1/keys/{id}/context', { params, signal })).context;
    },
    staleTime: 30_000,
  });

/** The neighbours of the key, and the former source text of an outdated text, which is read at once. */
export const useKeyContext = ({ textKey, language }: SectionProps) =>
  usePanelQuery(contextQuery(textKey.id, language), { atOnce: isOutdated(textKey, language) });

export const isOutdated = ({ outdated }: SectionProps['textKey'], language: string): boolean =>
  outdated?.includes(language) ?? false;
