import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../../api/client';
import type { SectionProps } from './section';

/** The same text is not sent twice: characters are counted. A request has no signal, so that its answer is kept if the person leaves the text. */
const machineQuery = (keyId: string, language: string, source: string | null) =>
  queryOptions({
    queryKey: ['machine', keyId, language, source],
    queryFn: async () => {
      const params = { path: { id: keyId }, query: { language, machine: true } };
      const { suggestions, machine } = bodyOf(await api.GET('/api/v1/keys/{id}/suggestions', { params }));
      return { suggestion: suggestions.find(({ kind }) => kind === 'machine'), error: machine.error };
    },
    staleTime: Infinity,
    retry: false,
  });

/**
 * Asks the machine for a translation of a text.
 *
 * @param wants whether it is asked at once; else by `ask`
 */
export function useMachineSuggestion({ textKey, language }: SectionProps, wants: boolean) {
  const [asked, setAsked] = useState<string>();
  const options = machineQuery(textKey.id, language, textKey.value);
  const id = `${textKey.id} ${language}`;
  const { data, error, isFetching } = useQuery({ ...options, enabled: wants || asked === id });
  return { suggestion: data?.suggestion, failure: data?.error, error, isFetching, ask: () => setAsked(id) };
}
