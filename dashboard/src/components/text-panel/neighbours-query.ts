import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client';
import type { SectionProps } from './section';
import { usePanelQuery } from './use-panel-query';

const neighboursQuery = (keyId: string) =>
  queryOptions({
    queryKey: ['key', keyId, 'neighbours'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: keyId } };
      return bodyOf(await api.GET('/api/v1/keys/{id}/neighbours', { params, signal })).neighbours;
    },
    staleTime: 30_000,
  });

/** The neighbours of the key in its imported file. */
export const useFileNeighbours = ({ textKey }: SectionProps) => usePanelQuery(neighboursQuery(textKey.id));
