import { api, bodyOf, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problem';

type Project = Schemas['ProjectDetails'];

/** What a person has typed or chosen. Languages are added and removed one by one, whatever others do with other ones. */
export type Edits = Partial<Pick<Project, 'name' | 'protectReviewed' | 'styleNote'>> & {
  addLanguages: string[];
  removeLanguages: string[];
};

/** The fields of a project that two persons can change to different values. */
const FIELDS = ['name', 'styleNote', 'protectReviewed'] as const;

type Fields = Pick<Project, (typeof FIELDS)[number]>;

const isEdited = (edits: Edits, base: Fields, field: keyof Fields): boolean =>
  edits[field] !== undefined && (edits[field] ?? '') !== (base[field] ?? '');

/** Returns the fields that differ from those with which the person began. Only these are sent: others may change the other fields. */
export const changedFields = (edits: Edits, base: Fields): Partial<Fields> =>
  Object.fromEntries(FIELDS.filter((field) => isEdited(edits, base, field)).map((field) => [field, edits[field]]));

/** The fields that both a person and somebody else have changed, to different values. */
export const conflictsOf = (edits: Edits, base: Fields, current: Fields): (keyof Fields)[] =>
  FIELDS.filter(
    (field) =>
      isEdited(edits, base, field) && isEdited(edits, current, field) && (current[field] ?? '') !== (base[field] ?? ''),
  );

/**
 * Saves what a person has changed of a project, unless somebody else has changed the same since.
 *
 * @param base the project when the person began to edit
 * @returns the project as it is now, and whether it was saved
 */
export async function saveDetails(edits: Edits, base: Project): Promise<{ project: Project; isSaved: boolean }> {
  const path = { id: base.id };
  for (;;) {
    const answer = await api.GET('/api/v1/projects/{id}', { params: { path }, cache: 'no-store' });
    const { project } = bodyOf(answer);
    if (conflictsOf(edits, base, project).length > 0) return { project, isSaved: false };
    const { addLanguages, removeLanguages } = changedLanguages(edits, project);
    const body = { ...changedFields(edits, base), addLanguages, removeLanguages };
    try {
      const params = { path, header: { 'If-Match': answer.response.headers.get('ETag') ?? '' } };
      return { project: bodyOf(await api.PATCH('/api/v1/projects/{id}', { params, body })).project, isSaved: true };
    } catch (error) {
      // The project changed after it was read, perhaps a text of it.
      if (!isProblem(error, 412)) throw error;
    }
  }
}

/** Returns the languages that a project does not have yet, and those that it still has. */
export const changedLanguages = (
  { addLanguages, removeLanguages }: Edits,
  { targetLanguages }: Project,
): Pick<Edits, 'addLanguages' | 'removeLanguages'> => ({
  addLanguages: addLanguages.filter((tag) => !targetLanguages.includes(tag)),
  removeLanguages: removeLanguages.filter((tag) => targetLanguages.includes(tag)),
});
