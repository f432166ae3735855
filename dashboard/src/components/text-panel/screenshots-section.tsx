import { Screenshots } from '../screenshots/screenshots';
import type { SectionProps } from './section';

/** Shows where the text stands: the screenshots with a region of the key. */
export function ScreenshotsSection({ project, textKey }: SectionProps) {
  return <Screenshots projectId={project.id} keyId={textKey.id} />;
}
