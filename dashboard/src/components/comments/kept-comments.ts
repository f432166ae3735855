import { KeptInputs, useKept, useKeptBelow } from '../kept-inputs';

/** The comments that were typed and not sent. Their places begin with the place of the person and the id of the key. */
const comments = new KeptInputs<string>('comment', (text) => text.trim() !== '');

export const keptComment = (place: string): string | undefined => comments.at(place);

export const useKeptComment = (place: string): string | undefined => useKept(comments, place);

/** @param text undefined: nothing is kept any more */
export const keepComment = (place: string, text: string | undefined): void => comments.keep(place, text);

/** Returns the comments, replies and edits of comments on a key that were not sent, by their places. */
export const useKeptComments = (place: string): Map<string, string> => useKeptBelow(comments, `${place}/`);

export const forgetComments = (place: string): void => comments.forgetBelow(`${place}/`);
