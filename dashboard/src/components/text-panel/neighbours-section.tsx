import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client';
import { LoadingPart } from '../page';
import { ProblemAlert } from '../problem-alert';
import { useKeyContext } from './context-query';
import { useFileNeighbours } from './neighbours-query';
import type { SectionProps } from './section';

/** The keys before and after this one in its imported file and in the order of the names, with the beginnings of their source texts. */
export function NeighboursSection(props: SectionProps) {
  const { t } = useTranslation();
  const byName = useKeyContext(props);
  const inFile = useFileNeighbours(props);
  if (byName.error) return <ProblemAlert error={byName.error} retry={() => void byName.refetch()} />;
  if (!byName.data || (!inFile.data && !inFile.error)) return <LoadingPart />;
  if (inFile.data?.isInFile === false) return <KeysBeside {...props} keys={byName.data} />;
  return (
    <>
      {inFile.error && <ProblemAlert error={inFile.error} retry={() => void inFile.refetch()} />}
      {inFile.data && <InFile {...props} keys={inFile.data} />}
      <Text size="xs" c="dimmed" mt="xs">
        {t('panel.byName')}
      </Text>
      <KeysBeside {...props} keys={byName.data} />
    </>
  );
}

function InFile({ keys, ...props }: SectionProps & { keys: Schemas['FileNeighbours'] }) {
  const { t } = useTranslation();
  const { file } = keys;
  return (
    <>
      <Text size="xs" c="dimmed">
        {file === null ? t('panel.inFile') : t('panel.inFileNamed', { file })}
      </Text>
      <KeysBeside {...props} keys={keys} />
    </>
  );
}

type Beside = Record<'before' | 'after', Schemas['Neighbour'][]>;

function KeysBeside({ project, textKey, keys }: SectionProps & { keys: Beside }) {
  const item = ({ id, name, value }: Schemas['Neighbour']) => (
    <li key={id}>
      <Link to={`/projects/${project.id}/keys/${id}`} className="key-name">
        {name}
      </Link>
      <div lang={project.sourceLanguage} dir="auto" className="panel-text">
        {value}
      </div>
    </li>
  );
  return (
    <ul className="panel-list">
      {keys.before.map(item)}
      <li aria-current="true" className="key-name">
        {textKey.name}
      </li>
      {keys.after.map(item)}
    </ul>
  );
}
