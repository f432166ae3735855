import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useScope } from '../session';
import { Dialog } from './dialog';

/** The keys that work for the person. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const canWrite = useScope('translations:write');
  const canReview = useScope('translations:review');
  const canRename = useScope('keys:write');
  const keys: [string, string, boolean?][] = [
    ['?', 'help'],
    ['← ↑ → ↓', 'move'],
    ['Home End', 'edges'],
    ['Space', 'select'],
    ['Enter', 'write', canWrite],
    ['Ctrl+Enter', 'saveNext', canWrite],
    ['Ctrl+Shift+Enter', 'saveReviewed', canWrite && canReview],
    ['Esc', 'cancel', canWrite],
    ['D T', 'state', canWrite || canReview],
    ['R', 'review', canReview],
    ['A', 'accept', canReview],
    ['Ctrl+Z', 'undo', canWrite],
    ['F2', 'rename', canRename],
  ];
  return (
    <Dialog opened onClose={onClose} title={t('help.title')}>
      <dl className="help-keys">
        {keys
          .filter(([, , isAllowed = true]) => isAllowed)
          .map(([key, name]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{t(`help.${name}`)}</dd>
            </div>
          ))}
      </dl>
      <Text size="sm" c="dimmed">
        {t('help.hint')}
      </Text>
    </Dialog>
  );
}
