import { NumberInput, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { Form } from '../../components/dialog';

interface CreateKeyFormProps {
  projectId: string;
  onCancel: () => void;
  onDone: () => void;
}

export function CreateKeyForm({ projectId, onCancel, onDone }: CreateKeyFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [description, setDescription] = useState('');
  const [tags, setTags] = useState<string[]>([]);
  const [maxLength, setMaxLength] = useState<number | null>(null);
  const create = useMutation({
    meta: { shownByPage: true },
    mutationFn: async () => {
      const body = { name, value, tags, maxLength, ...(description !== '' && { description }) };
      return bodyOf(await api.POST('/api/v1/projects/{id}/keys', { params: { path: { id: projectId } }, body }));
    },
    onSuccess: onDone,
  });
  return (
    <Form
      submit={t('keys.create')}
      onSubmit={() => create.mutate()}
      onCancel={onCancel}
      mutation={create}
      isComplete={name.trim() !== ''}
    >
      <TextInput
        label={t('keys.name')}
        description={t('keys.nameHint')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Textarea
        label={t('keys.value')}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        autosize
        minRows={2}
      />
      <Textarea
        label={t('keys.description')}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        autosize
        minRows={1}
      />
      <TagsInput label={t('keys.tags')} description={t('keys.tagsHint')} value={tags} onChange={setTags} />
      <NumberInput
        label={t('keys.maxLength')}
        description={t('keys.maxLengthHint')}
        value={maxLength ?? ''}
        onChange={(typed) => setMaxLength(typeof typed === 'number' ? typed : null)}
        min={1}
        max={65_536}
        allowDecimal={false}
        allowNegative={false}
      />
    </Form>
  );
}
