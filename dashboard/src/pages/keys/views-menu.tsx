import { Anchor, Button, CloseButton, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure, useInputState } from '@mantine/hooks';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useSavedViews } from './saved-views';

/** The saved views of the keys, and the field that saves the present one. */
export function ViewsMenu({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const [address] = useSearchParams();
  const { views, save, remove } = useSavedViews(projectId);
  const [isOpen, { toggle, close }] = useDisclosure();
  const [name, setName] = useInputState('');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    save({ name: name.trim(), query: address.toString() });
    setName('');
  };
  return (
    <Popover opened={isOpen} onDismiss={close} position="bottom-start" trapFocus width={280}>
      <Popover.Target>
        <Button size="xs" variant="default" onClick={toggle}>
          {t('views.title')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('views.title')}>
        <Stack gap="xs">
          {views.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('views.none')}
            </Text>
          )}
          {views.map((view) => (
            <Group key={view.name} justify="space-between" wrap="nowrap">
              <Anchor component={Link} to={{ search: view.query }} onClick={close} size="sm" truncate>
                {view.name}
              </Anchor>
              <CloseButton
                size="sm"
                aria-label={t('views.remove', { name: view.name })}
                onClick={() => remove(view.name)}
              />
            </Group>
          ))}
          <form onSubmit={onSubmit}>
            <Group gap="xs" align="end" wrap="nowrap">
              <TextInput
                label={t('views.name')}
                value={name}
                onChange={setName}
                maxLength={60}
                size="xs"
                style={{ flex: 1 }}
              />
              <Button type="submit" size="xs" disabled={name.trim() === ''}>
                {t('save')}
              </Button>
            </Group>
          </form>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
