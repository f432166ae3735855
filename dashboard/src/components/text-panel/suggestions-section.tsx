import { Button, Text } from '@mantine/core';
import { queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api, bodyOf } from '../../api/client';
import { ProblemAlert } from '../problem-alert';
import { useProviderName } from '../provider-name';
import { TextDiff } from '../text-diff';
import type { SectionProps } from './section';
import { SuggestionItem } from './suggestion-item';
import { useMachineSuggestion } from './use-machine-suggestion';
import { usePanelQuery, useRested } from './use-panel-query';
import { LoadingPart } from '../page';

const suggestionsQuery = (keyId: string, language: string) =>
  queryOptions({
    queryKey: ['key', keyId, 'suggestions', language],
    queryFn: async ({ signal }) => {
      const params = { path: { id: keyId }, query: { language } };
      const { suggestions, ...rest } = bodyOf(await api.GET('/api/v1/keys/{id}/suggestions', { params, signal }));
      return { suggestions: suggestions.filter((suggestion) => suggestion.kind === 'memory'), ...rest };
    },
  });

export const hasSuggestions = ({ language, project }: SectionProps): boolean => language !== project.sourceLanguage;

/**
 * Shows translations of similar texts, which are read at once when the editor opens, and one of the machine. If the memory does not have
 * the same text, the machine is asked once the person rests on the text. A suggestion is taken by its button or by Ctrl, Shift and its
 * number: browsers keep Ctrl and a number for themselves.
 */
export function SuggestionsSection(props: SectionProps) {
  const { project, textKey, language, canWrite, isWriting, write } = props;
  const { t, i18n } = useTranslation();
  const { data, error, refetch } = usePanelQuery(suggestionsQuery(textKey.id, language), { atOnce: isWriting });
  // A provider is paid for each text: it is not asked for the texts that a person only passes.
  const isRested = useRested();
  const provider = canWrite ? data?.machine.provider : undefined;
  const name = useProviderName(provider);
  const isKnown = data?.suggestions.some(({ match }) => match >= 1) ?? false;
  const machine = useMachineSuggestion(props, isRested && Boolean(provider) && !isKnown && textKey.value !== null);
  const { suggestion: ofMachine } = machine;
  useEffect(() => {
    if (!canWrite || !data) return;
    const all = [...data.suggestions, ...(ofMachine ? [ofMachine] : [])];
    const take = (event: KeyboardEvent): void => {
      const [, digit] = /^Digit([1-9])$/.exec(event.code) ?? [];
      if (!event.ctrlKey || !event.shiftKey || event.altKey || event.metaKey || digit === undefined) return;
      const suggestion = all[Number(digit) - 1];
      if (!suggestion) return;
      event.preventDefault();
      write(suggestion.text);
    };
    // Before the editor, which keeps its keys for itself.
    window.addEventListener('keydown', take, { capture: true });
    return () => window.removeEventListener('keydown', take, { capture: true });
  }, [canWrite, data, ofMachine, write]);
  if (error) return <ProblemAlert error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingPart />;
  const percent = (match: number): string => new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(match);
  const taking = (text: string) => (canWrite ? () => write(text) : undefined);
  return (
    <>
      {data.suggestions.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('panel.noSuggestions')}
        </Text>
      )}
      {data.suggestions.map(({ text, match, adapted, source, from }, place) => (
        <SuggestionItem
          key={from.keyId}
          {...{ text, language, place }}
          take={taking(text)}
          diff={match < 1 && <TextDiff before={source} after={textKey.value ?? ''} language={project.sourceLanguage} />}
          origin={
            <>
              {percent(match)} · {t(from.reviewed ? 'panel.reviewed' : 'panel.translated')}
              {adapted && ` · ${t('panel.adapted')}`} ·{' '}
              <Link to={`/projects/${from.projectId}/keys/${from.keyId}`} className="key-name">
                {from.projectId === project.id ? from.name : `${from.projectName}: ${from.name}`}
              </Link>
            </>
          }
        />
      ))}
      {ofMachine && (
        <SuggestionItem
          text={ofMachine.text}
          language={language}
          place={data.suggestions.length}
          take={taking(ofMachine.text)}
          origin={t('panel.byMachine', { name })}
        />
      )}
      {name && !ofMachine && <MachineState {...machine} name={name} />}
      {!data.complete && (
        <Text size="xs" c="dimmed">
          {t('panel.incomplete')}
        </Text>
      )}
    </>
  );
}

/** Shows that the machine translates, or the reason why it does not. */
function MachineState({
  name,
  failure,
  error,
  isFetching,
  ask,
}: { name: string } & Omit<ReturnType<typeof useMachineSuggestion>, 'suggestion'>) {
  const { t } = useTranslation();
  if (isFetching) return <Text size="sm">{t('panel.machineTranslates', { name })}</Text>;
  if (error) return <ProblemAlert error={error} />;
  if (failure) {
    return (
      <Text size="xs" c="dimmed" role="status">
        {t('panel.machineFailed', { name, reason: t(`panel.machineFailures.${failure}`) })}
      </Text>
    );
  }
  return (
    <Button size="compact-xs" variant="default" onClick={ask}>
      {t('panel.askMachine', { name })}
    </Button>
  );
}
