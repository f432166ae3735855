import { Button, Group, Menu, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { jsonOf, type Schemas } from '../../api/client';
import { upload } from '../../api/upload';
import { ChooseFile } from '../../components/choose-file';
import { Confirm } from '../../components/dialog';
import { sayWhenShown } from '../../components/say-when-shown';
import { TERMS_KEY } from './queries';

type Counts = Schemas['GlossaryImport'];

async function importTerms(file: File, dryRun: boolean): Promise<Counts> {
  const response = await upload(`/api/v1/glossary/import?dryRun=${dryRun}`, file, () => undefined);
  return jsonOf<Counts>(response);
}

/** Saves the terms as a file, and reads a file after it has said what that changes. */
export function TermFiles({ canWrite }: { canWrite: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [found, setFound] = useState<{ file: File; counts: Counts }>();
  const close = () => setFound(undefined);
  const look = useMutation({
    mutationFn: async (file: File) => ({ file, counts: await importTerms(file, true) }),
    onSuccess: setFound,
  });
  return (
    <Group gap="xs">
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">{t('glossary.export')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['csv', 'tbx'] as const).map((format) => (
            <Menu.Item key={format} component="a" href={`/api/v1/glossary/export?format=${format}`} download>
              {format.toUpperCase()}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {canWrite && (
        <ChooseFile onChosen={(file) => look.mutate(file)} accept=".csv,.tsv,.tbx,.xml">
          {(props) => (
            <Button {...props} variant="default" loading={look.isPending}>
              {t('glossary.import')}
            </Button>
          )}
        </ChooseFile>
      )}
      <Confirm
        opened={found !== undefined}
        onClose={close}
        action={t('glossary.importTerms')}
        send={async () => (found ? importTerms(found.file, false) : undefined)}
        onDone={async () => {
          close();
          await sayWhenShown(t('glossary.imported'), client.invalidateQueries({ queryKey: TERMS_KEY }));
        }}
      >
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {found?.file.name}
        </Text>
        {(['created', 'updated', 'unchanged'] as const).map((effect) => (
          <Text key={effect} size="sm">
            {t(`glossary.${effect}`, { count: found?.counts[effect] ?? 0 })}
          </Text>
        ))}
      </Confirm>
    </Group>
  );
}
