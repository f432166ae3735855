import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../../api/client';

export type StoredFinding = Schemas['TextFinding'];

/** Ignores a stored finding until the text or its source changes, or reports it again. */
export function IgnoreFinding({
  keyId,
  language,
  finding: { code, ignored },
  onDone,
}: {
  keyId: string;
  language: string;
  finding: StoredFinding;
  onDone: (key: Schemas['KeyWithTranslations']) => unknown;
}) {
  const { t } = useTranslation();
  const set = useMutation({
    mutationFn: async () => {
      const body = { language, code, ignored: !ignored };
      return bodyOf(await api.POST('/api/v1/keys/{id}/checks', { params: { path: { id: keyId } }, body })).key;
    },
    onSuccess: onDone,
  });
  const label = ignored ? t('key.reportAgain') : t('key.ignore');
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`${label}: ${t(`checks.${code}`)}`}
      // A button that is disabled meanwhile would lose the focus.
      onClick={() => {
        if (!set.isPending) set.mutate();
      }}
    >
      {label}
    </Button>
  );
}
