/** A square with the first letters of a project, in a colour of its own. It stands beside the name of the project. */
export function ProjectMark({ project: { id, name } }: { project: { id: string; name: string } }) {
  const letters = name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0])
    .join('');
  return (
    <span className="project-mark" style={{ backgroundColor: `hsl(${hueOf(id)} 45% 30%)` }} aria-hidden="true">
      {letters.toUpperCase() || '·'}
    </span>
  );
}

/** Returns an angle of 0 to 359 degrees, always the same one for an id. */
const hueOf = (id: string): number => [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 0);
