import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button';
import { Dialog } from './dialog';

/** Shows a secret that no later response contains. Nothing keeps it when the dialog is closed. */
export function SecretDialog({
  owner,
  onClose,
  isLink = false,
}: {
  owner?: { name: string; secret: string };
  onClose: () => void;
  /** Whether the secret is a link for a person. */ isLink?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={owner !== undefined}
      onClose={onClose}
      size="lg"
      title={t(isLink ? 'members.linkTitle' : 'secret.title', { name: owner?.name })}
      closeOnClickOutside={false}
    >
      {owner && (
        <Stack>
          <Text>{t(isLink ? 'members.linkHint' : 'secret.hint')}</Text>
          <Code block tabIndex={0} data-testid="secret">
            {owner.secret}
          </Code>
          <Group justify="end">
            <CopyButton text={owner.secret} />
            <Button onClick={onClose}>{t(isLink ? 'members.linkSent' : 'secret.stored')}</Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
