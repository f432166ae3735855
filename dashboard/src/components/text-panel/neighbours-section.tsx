import { Link } from 'react-router';
import type { Schemas } from '../../api/client';
import { ProblemAlert } from '../problem-alert';
import { useKeyContext } from './context-query';
import type { SectionProps } from './section';
import { LoadingPart } from '../page';

/** The keys before and after this one in the order of the names, with the beginnings of their source texts. */
export function NeighboursSection(props: SectionProps) {
  const { project, textKey } = props;
  const { data, error, refetch } = useKeyContext(props);
  if (error) return <ProblemAlert error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingPart />;
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
      {data.before.map(item)}
      <li aria-current="true" className="key-name">
        {textKey.name}
      </li>
      {data.after.map(item)}
    </ul>
  );
}
