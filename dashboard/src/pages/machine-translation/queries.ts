import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client';

export { machineQuery } from '../keys/pretranslate/pretranslation';

/** The organization's own provider of machine translation; null: it has none. */
export const providerQuery = queryOptions({
  queryKey: ['machine-provider'],
  queryFn: async ({ signal }) =>
    bodyOf(await api.GET('/api/v1/machine-translation/provider', { signal })).machineProvider,
});
