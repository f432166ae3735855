import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProjectLanguagesSelect } from '../../../components/project-language-select';
import { useProviderName } from '../../../components/provider-name';
import { useOwnLanguages } from '../../../session';
import type { KeysAddress } from '../address';
import type { ShownProject } from '../index';
import { machineQuery, type Pretranslation } from './pretranslation';

const PERCENTS = ['100', '95', '90', '80', '70', '60'];

interface PretranslateFormProps {
  project: ShownProject;
  address: KeysAddress;
  /** Is called when the person wants to see the numbers. */
  onAsked: (pretranslation: Pretranslation) => void;
  /** Is called when the person changes something: the numbers no longer belong to the form. */
  onEdited: () => void;
}

/** Asks for the languages, the least match of the memory, and whether a machine translates the rest. */
export function PretranslateForm({ project, address: { columns }, onAsked, onEdited }: PretranslateFormProps) {
  const { t } = useTranslation();
  const own = project.targetLanguages.filter(useOwnLanguages());
  const shown = own.filter((language) => columns.includes(language));
  const [languages, setLanguages] = useState(shown.length > 0 ? shown : own);
  const [percent, setPercent] = useState('100');
  const [machine, setMachine] = useInputState(false);
  const { data } = useQuery(machineQuery);
  const name = useProviderName(data?.provider);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAsked({ languages, minMatch: Number(percent) / 100, machine: machine && name !== undefined });
  };
  return (
    <form onSubmit={submit} onChange={onEdited}>
      <Stack gap="sm">
        <Text size="sm">{t('keys.pretranslate.drafts')}</Text>
        <ProjectLanguagesSelect
          label={t('keys.pretranslate.languages')}
          tags={own}
          value={languages}
          onChange={(values) => {
            setLanguages(values);
            onEdited();
          }}
        />
        <Select
          label={t('keys.pretranslate.minMatch')}
          data={PERCENTS.map((value) => ({ value, label: t('keys.pretranslate.percent', { value }) }))}
          value={percent}
          onChange={(value) => {
            setPercent(value ?? percent);
            onEdited();
          }}
          allowDeselect={false}
        />
        {data && name !== undefined && (
          <Checkbox
            label={t('keys.pretranslate.machine', { name })}
            description={
              data.charactersPerMonth !== null &&
              t('keys.pretranslate.budget', { count: Math.max(0, data.charactersPerMonth - data.characters) })
            }
            checked={machine}
            onChange={setMachine}
          />
        )}
        {data?.provider === null && (
          <Text size="sm" c="dimmed">
            {t('keys.pretranslate.noMachine')}
          </Text>
        )}
        <Group justify="end">
          <Button type="submit" variant="default" disabled={languages.length === 0}>
            {t('keys.pretranslate.count')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
