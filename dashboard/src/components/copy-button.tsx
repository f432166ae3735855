import { Button, type ButtonProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';

/** Copies a text. */
export function CopyButton({
  text,
  of,
  ...props
}: Omit<ButtonProps, 'variant' | 'children'> & {
  text: string;
  /** Names what is copied, where a page has several buttons. */
  of?: string;
}) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  const label = clipboard.copied ? t('secret.copied') : t('secret.copy');
  return (
    <Button
      {...props}
      variant="default"
      onClick={() => clipboard.copy(text)}
      aria-label={of === undefined ? undefined : `${label}: ${of}`}
    >
      {label}
    </Button>
  );
}
