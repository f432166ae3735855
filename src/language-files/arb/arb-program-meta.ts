import { parseCompactJson, printCompactJson } from '../json/json-printer';
import { type JsonNode, type JsonObject, objectNode } from '../json/json-tree';
import type { Meta } from '../model/meta';
import { metaMembers, type MetaParts } from '../model/program-meta';

/** The properties of a placeholder that decide about the method that gen-l10n generates. */
const PROPERTIES = ['type', 'format', 'isCustomDateFormat', 'optionalParameters'];

/** Without globals, and without attributes that describe a text or an argument. */
export const arbProgramMeta: Partial<MetaParts> = {
  file: metaMembers('locale'),
  key: ({ attributes }): Meta => {
    const placeholders = parseCompactJson(attributes)?.members.find(({ name }) => name === 'placeholders')?.value;
    if (placeholders?.kind !== 'object') return {};
    const kept = objectNode(placeholders.members.map(({ name, value }) => [name, withoutTexts(value)]));
    return { attributes: printCompactJson(objectNode([['placeholders', kept]])) };
  },
};

function withoutTexts(placeholder: JsonNode): JsonObject {
  const members = placeholder.kind === 'object' ? placeholder.members : [];
  return objectNode(
    members.filter(({ name }) => PROPERTIES.includes(name)).map(({ name, value }) => [name, value] as const),
  );
}
