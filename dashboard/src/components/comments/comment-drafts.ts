/** Keeps comments that were typed and not sent, by person and place, while the person looks at other texts. */
const drafts = new Map<string, string>();

export const commentDraft = (place: string): string => drafts.get(place) ?? '';

export function keepCommentDraft(place: string, text: string): void {
  if (text === '') drafts.delete(place);
  else drafts.set(place, text);
}
