import './replace.css';
import { Button, Checkbox, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../../components/page';
import { ProblemAlert } from '../../../components/problem-alert';
import { TextDiff } from '../../../components/text-diff';
import { type ReplacedText, type Replacement, useReplacementPreview } from './replacement';

interface PreviewProps {
  projectId: string;
  replacement: Replacement;
  /** Replaces at the revision of the preview. @param except ids of keys that are left out */
  replace: (except: string[], ifRevision: number) => Promise<unknown>;
}

/** Shows each text before and after. A person may leave some out. */
export function Preview({ projectId, replacement, replace }: PreviewProps) {
  const { t } = useTranslation();
  const [except, setExcept] = useState<ReadonlySet<string>>(new Set());
  const [refusal, setRefusal] = useState<unknown>();
  const [isRunning, setRunning] = useState(false);
  const preview = useReplacementPreview(projectId, replacement);
  const pages = preview.data?.pages ?? [];
  const [first] = pages;
  const toggle = (keyId: string) =>
    setExcept((before) => {
      const next = new Set(before);
      if (!next.delete(keyId)) next.add(keyId);
      return next;
    });
  const again = () => {
    setRefusal(undefined);
    void preview.refetch();
  };
  const run = async (revision: number) => {
    setRunning(true);
    try {
      await replace([...except], revision);
    } catch (error) {
      setRefusal(error);
    } finally {
      setRunning(false);
    }
  };
  const problem = refusal ?? preview.error;
  if (preview.isPending) return <Loading />;
  if (problem) return <ProblemAlert error={problem} retry={again} />;
  if (!first) return null;
  const { count, skipped } = first.answer;
  const skips = Object.values(skipped).reduce((sum, number) => sum + number, 0);
  const texts = pages.flatMap(({ answer }) => answer.texts);
  return (
    <Stack gap="sm" mt="sm">
      <Text size="sm" role="status">
        {count + skips === 0 && t('keys.replace.nothing')}
        {count > 0 && t('keys.replace.found', { count })} {skips > 0 && t('keys.replace.skipped', { count: skips })}
      </Text>
      {texts.length > 0 && (
        <div role="group" aria-label={t('keys.replace.texts')} className="replaced-texts" tabIndex={0}>
          {texts.map((text) => (
            <Row
              key={text.keyId}
              text={text}
              language={replacement.language}
              isChosen={!except.has(text.keyId)}
              onToggle={() => toggle(text.keyId)}
            />
          ))}
          {preview.hasNextPage && (
            <Button
              variant="subtle"
              size="xs"
              loading={preview.isFetchingNextPage}
              onClick={() => void preview.fetchNextPage()}
            >
              {t('keys.replace.more')}
            </Button>
          )}
        </div>
      )}
      {count > 0 && (
        <Group justify="end">
          <Button loading={isRunning} disabled={count <= except.size} onClick={() => void run(first.revision)}>
            {t('keys.replace.run', { count: count - except.size })}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface RowProps {
  text: ReplacedText;
  language: string;
  isChosen: boolean;
  onToggle: () => void;
}

/** A text before and after, with a box to choose it, or the reason why it stays. */
function Row({ text: { name, before, after, skipped, checks }, language, isChosen, onToggle }: RowProps) {
  const { t } = useTranslation();
  const names = checks.map((code) => t(`checks.${code}`)).join(', ');
  return (
    <div className="replaced-text">
      <Checkbox
        aria-label={t('keys.replace.text', { name })}
        checked={isChosen && skipped === null}
        disabled={skipped !== null}
        onChange={onToggle}
      />
      <div>
        <Code className="key-name">{name}</Code>
        <Text size="sm" component="div" dir="auto">
          <TextDiff before={before} after={after} language={language} />
        </Text>
        {skipped !== null && (
          <Text size="xs" c="dimmed">
            {t(`keys.replace.${skipped}`, { checks: names })}
          </Text>
        )}
      </div>
    </div>
  );
}
