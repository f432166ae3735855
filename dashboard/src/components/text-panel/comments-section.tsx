import { Comments } from '../comments/comments';
import type { SectionProps } from './section';

/** Shows the comments on the key and its texts. A new comment is about the text, or about the key if the text is its source. */
export function CommentsSection({ project, textKey, language }: SectionProps) {
  return <Comments keyId={textKey.id} language={language === project.sourceLanguage ? undefined : language} />;
}
