import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client';
import { sendLasting, type Sending } from '../bulk';

/** The texts that a person wants to have translated. */
export type Pretranslation = Required<Pick<Schemas['Pretranslate'], 'languages' | 'minMatch' | 'machine'>> &
  Pick<Schemas['Pretranslate'], 'cursor'>;
export type PretranslationResult = Schemas['PretranslationResult'];

/** The counts of a pretranslation, and the revision of the project after it. */
export interface Pretranslated {
  result: PretranslationResult;
  revision: number;
}

/** Translates missing texts as one change. If the signal is aborted, the service writes nothing. @throws ProblemError */
export async function sendPretranslation(
  projectId: string,
  body: Schemas['Pretranslate'],
  sending: Sending = {},
): Promise<Pretranslated> {
  const path = `/api/v1/projects/${projectId}/pretranslate`;
  const { answer, revision } = await sendLasting<Schemas['PretranslateResponse']>(path, body, sending);
  return { result: answer.pretranslation, revision };
}

/** The provider of machine translation, and the characters of the month. */
export const machineQuery = queryOptions({
  queryKey: ['machine-translation'],
  queryFn: async ({ signal }) => bodyOf(await api.GET('/api/v1/machine-translation', { signal })).machineTranslation,
  gcTime: 0,
});

/** Counts what a pretranslation would do. */
export const useCounts = (projectId: string, asked: Pretranslation | undefined) =>
  useQuery({
    queryKey: ['pretranslate', projectId, asked],
    queryFn: async ({ signal }) =>
      (await sendPretranslation(projectId, { ...asked, languages: asked?.languages ?? [], dryRun: true }, { signal }))
        .result,
    enabled: asked !== undefined,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
