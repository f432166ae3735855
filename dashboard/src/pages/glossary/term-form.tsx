import { Checkbox, MultiSelect, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { allProjectsQuery } from '../../api/queries';
import { Form } from '../../components/dialog';
import { LanguageSelect } from '../../components/language-select';
import { useChanged } from '../../components/use-changed';
import { useMe, useOwnLanguages } from '../../session';
import { Translations } from './term-translations';
import { lacksLanguage, toTranslations, toTyped } from './translations';

export type Term = Schemas['Term'];
type PartOfSpeech = Schemas['PartOfSpeech'];

const PARTS_OF_SPEECH = Object.keys({
  ...{ noun: true, verb: true, adjective: true, adverb: true, properNoun: true, other: true },
} satisfies Record<PartOfSpeech, true>) as PartOfSpeech[];

const FLAGS = ['caseSensitive', 'doNotTranslate', 'forbidden'] as const;
/** The flags that act on no language into which a term has no translation. */
const OWN_FLAGS = ['caseSensitive'] as const;

/** Returns the chosen flags without `doNotTranslate` or `forbidden`, whichever of the two was chosen before the other. */
function withoutContradiction(chosen: readonly string[], before: readonly string[]): string[] {
  const opposites = new Map([
    ['doNotTranslate', 'forbidden'],
    ['forbidden', 'doNotTranslate'],
  ]);
  const removed = chosen.filter((flag) => !before.includes(flag)).map((flag) => opposites.get(flag));
  return chosen.filter((flag) => !removed.includes(flag));
}

/**
 * Creates or changes a term. A caller that is limited to languages creates terms with translations into these, and changes nothing but
 * these translations.
 */
export function TermForm({
  term,
  submit,
  send,
  onCancel,
  onDone,
}: {
  term?: Term;
  submit: string;
  send: (values: Schemas['CreateTerm'], changed: Schemas['ChangeTerm']) => Promise<void>;
  onCancel: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const [name, setName] = useInputState(term?.term ?? '');
  const [language, setLanguage] = useState<string | null>(term?.language ?? 'en');
  const [definition, setDefinition] = useInputState(term?.definition ?? '');
  const [partOfSpeech, setPartOfSpeech] = useState<PartOfSpeech | null>(term?.partOfSpeech ?? null);
  const own = useMe();
  const isOwn = useOwnLanguages();
  const [projectIds, setProjectIds] = useState(term ? term.projectIds : own.projectIds);
  const [flags, setFlags] = useState<string[]>(FLAGS.filter((flag) => term?.[flag]));
  const [first] = useState(() =>
    Object.fromEntries(Object.entries(term?.translations ?? {}).filter(([tag]) => isOwn(tag))),
  );
  const [typed, setTyped] = useState(toTyped(first));
  const values = {
    term: name.trim(),
    language: language ?? '',
    definition: definition.trim() === '' ? null : definition.trim(),
    partOfSpeech,
    ...Object.fromEntries(FLAGS.map((flag) => [flag, flags.includes(flag)])),
    projectIds,
  };
  const changed = useChanged(values);
  // These are the changed ones: of a new term, all.
  const translations = toTranslations(typed, first) as Record<string, string[]>;
  const isSendable = term === undefined || Object.keys({ ...changed, ...translations }).length > 0;
  return (
    <Form
      submit={submit}
      send={() => send({ ...values, translations }, { ...changed, translations })}
      onDone={onDone}
      onCancel={onCancel}
      isComplete={
        isSendable && name.trim() !== '' && language !== null && projectIds?.length !== 0 && !typed.some(lacksLanguage)
      }
    >
      {term && own.languages ? (
        <>
          <Text fw={600} lang={term.language} dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {term.term}
          </Text>
          {term.definition !== null && (
            <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {term.definition}
            </Text>
          )}
        </>
      ) : (
        <>
          <TextInput label={t('glossary.term')} value={name} onChange={setName} maxLength={200} data-autofocus />
          <LanguageSelect label={t('glossary.language')} value={language} onChange={setLanguage} />
          <Textarea
            label={t('glossary.definition')}
            value={definition}
            onChange={setDefinition}
            maxLength={2_000}
            autosize
            minRows={2}
            maxRows={6}
          />
          <Select
            label={t('glossary.partOfSpeech')}
            data={PARTS_OF_SPEECH.map((value) => ({ value, label: t(`glossary.parts.${value}`) }))}
            value={partOfSpeech}
            onChange={setPartOfSpeech}
            clearable
          />
          <Checkbox.Group
            label={t('glossary.rules')}
            value={flags}
            onChange={(chosen) => setFlags(withoutContradiction(chosen, flags))}
          >
            <Stack gap={6} mt="xs">
              {(own.languages ? OWN_FLAGS : FLAGS).map((flag) => (
                <Checkbox key={flag} value={flag} label={t(`glossary.flags.${flag}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Projects ids={projectIds} onChange={setProjectIds} />
        </>
      )}
      <Translations typed={typed} onChange={setTyped} languages={own.languages} />
    </Form>
  );
}

/** The projects to which a term applies; null: all. */
function Projects({ ids, onChange }: { ids: string[] | null; onChange: (ids: string[] | null) => void }) {
  const { t } = useTranslation();
  const { data: projects = [] } = useQuery(allProjectsQuery);
  return (
    <>
      <Switch
        label={t('glossary.limitProjects')}
        checked={ids !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? [] : null)}
      />
      {ids !== null && (
        <MultiSelect
          label={t('apiKeys.projects')}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={ids}
          onChange={onChange}
          searchable
        />
      )}
    </>
  );
}
