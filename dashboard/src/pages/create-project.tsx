import { TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api, bodyOf } from '../api/client';
import { projectsQuery } from '../api/queries';
import { Dialog, Form } from '../components/dialog';
import { LanguageSelect, LanguagesSelect } from '../components/language-select';

export function CreateProject({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [name, setName] = useInputState('');
  const [sourceLanguage, setSource] = useState<string | null>('en');
  const [targetLanguages, setTargets] = useState<string[]>([]);
  return (
    <Dialog opened onClose={onClose} title={t('projects.create')}>
      <Form
        submit={t('projects.create')}
        send={async () => {
          const body = { name, sourceLanguage: sourceLanguage ?? '', targetLanguages };
          return bodyOf(await api.POST('/api/v1/projects', { body })).project;
        }}
        onDone={async ({ id }) => {
          await client.invalidateQueries({ queryKey: projectsQuery.queryKey });
          await navigate(`/projects/${id}`);
        }}
        onCancel={onClose}
        isComplete={name.trim() !== '' && sourceLanguage !== null}
      >
        <TextInput label={t('projects.name')} value={name} onChange={setName} maxLength={200} data-autofocus />
        <LanguageSelect
          label={t('projects.source')}
          description={t('projects.sourceHint')}
          value={sourceLanguage}
          onChange={setSource}
        />
        <LanguagesSelect
          label={t('projects.targets')}
          description={t('projects.targetsHint')}
          value={targetLanguages}
          onChange={setTargets}
          exclude={sourceLanguage === null ? [] : [sourceLanguage]}
        />
      </Form>
    </Dialog>
  );
}
