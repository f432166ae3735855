import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
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
  const [name, setName] = useState('');
  const [sourceLanguage, setSource] = useState<string | null>('en');
  const [targetLanguages, setTargets] = useState<string[]>([]);
  const create = useMutation({
    meta: { shownByPage: true },
    mutationFn: async () => {
      const body = { name, sourceLanguage: sourceLanguage ?? '', targetLanguages };
      return bodyOf(await api.POST('/api/v1/projects', { body })).project;
    },
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: projectsQuery.queryKey });
      await navigate(`/projects/${id}/keys`);
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t('projects.create')}>
      <Form
        submit={t('projects.create')}
        onSubmit={() => create.mutate()}
        onCancel={onClose}
        mutation={create}
        isComplete={name.trim() !== '' && sourceLanguage !== null}
      >
        <TextInput
          label={t('projects.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={200}
          data-autofocus
        />
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
