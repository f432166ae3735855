/*
 * SQL of the rows of keys and texts of the project `$1`, for `lookUp` and its neighbours. The first condition selects
 * the partition, the other conditions are the columns of an index.
 */

/** SQL of a key. @param id SQL */
export const keyById = (id: string, columns: string): string =>
  `SELECT ${columns} FROM keys WHERE project_id = $1 AND id = ${id}`;

/** SQL of a key. @param name SQL */
export const keyByName = (name: string, columns: string): string =>
  `SELECT ${columns} FROM keys WHERE project_id = $1 AND name_hash = sha256(convert_to(${name}, 'UTF8'))`;

/** SQL of the text of a key. @param keyId SQL. @param language SQL */
export const textOf = (keyId: string, language: string, columns: string): string =>
  `SELECT ${columns} FROM translations WHERE project_id = $1 AND language = ${language} AND key_id = ${keyId}`;

/** SQL of the texts of a key. @param keyId SQL */
export const textsOf = (keyId: string, columns: string): string =>
  `SELECT ${columns} FROM translations WHERE project_id = $1 AND key_id = ${keyId}`;
