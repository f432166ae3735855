import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../../api/client';
import type { ReadKey } from './key-query';

type Finding = NonNullable<Schemas['KeyWithTranslations']['checks'][string]>[number];

/** Shows the stored findings of a text. A finding can be ignored until the text or its source changes. */
export function KeyFindings({ shown, language, canWrite }: { shown: ReadKey; language: string; canWrite: boolean }) {
  const findings = shown.key.checks[language] ?? [];
  return findings.map((finding) => (
    <FindingOfKey key={finding.code} keyId={shown.key.id} language={language} finding={finding} canWrite={canWrite} />
  ));
}

function FindingOfKey({
  keyId,
  language,
  finding: { code, detail, ignored },
  canWrite,
}: {
  keyId: string;
  language: string;
  finding: Finding;
  canWrite: boolean;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const set = useMutation({
    mutationFn: async () => {
      const body = { language, code, ignored: !ignored };
      return bodyOf(await api.POST('/api/v1/keys/{id}/checks', { params: { path: { id: keyId } }, body }));
    },
    onSuccess: () => client.invalidateQueries(),
  });
  return (
    <Group gap="xs">
      <Text size="xs" className={ignored ? undefined : 'findings'} c={ignored ? 'dimmed' : undefined}>
        <Text span inherit fw={600} td={ignored ? 'line-through' : undefined}>
          {t(`checks.${code}`)}
        </Text>
        {': '}
        <span lang="en">{detail}</span>
      </Text>
      {canWrite && (
        <Button size="compact-xs" variant="default" loading={set.isPending} onClick={() => set.mutate()}>
          {ignored ? t('key.reportAgain') : t('key.ignore')}
        </Button>
      )}
    </Group>
  );
}
