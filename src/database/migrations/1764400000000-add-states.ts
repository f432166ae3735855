import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds states to texts, and tags and length limits to keys, and all of them to their histories. A null takes no space in a row, so
 * a text that was set once takes two bytes more, and a key without tags none. Existing texts have the states that the metadata of
 * files tells, else they are translated; the index has the few texts that are not.
 */
export class AddStates1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of COLUMNS) {
      await runner.query(`ALTER TABLE ${table} ${columns.map((column) => `ADD ${column}`).join(', ')}`);
    }
    await runner.query(
      'CREATE INDEX translations_by_state ON translations (project_id, state, key_id) WHERE state <> 1',
    );
    for (const table of ['translations', 'translations_history']) {
      for (const [condition, state] of TOLD) {
        await runner.query(`UPDATE ${table} SET state = ${state} WHERE meta IS NOT NULL AND (${condition})`);
      }
    }
    await runner.query(GRANT_REVIEW);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE api_keys SET scopes = array_remove(scopes, 'translations:review')`);
    await runner.query('DROP INDEX translations_by_state');
    for (const [table, columns] of COLUMNS) {
      const names = columns.map((column) => column.slice(0, column.indexOf(' ')));
      await runner.query(`ALTER TABLE ${table} ${names.map((name) => `DROP ${name}`).join(', ')}`);
    }
  }
}

/**
 * The states that the metadata of the formats tells: work that is left counts more than a review. Attributes are pairs, which a path
 * in the lax mode would take apart.
 */
const TOLD: readonly (readonly [condition: string, state: number])[] = [
  [
    `meta -> 'xliff' ->> 'approved' = 'yes' OR meta @? 'strict $.xliff.attributes[*] ? (@[0] == "state" && (@[1] == "final" || @[1] == "signed-off"))'
     OR meta -> 'xliff2' ->> 'state' IN ('reviewed', 'final')`,
    2,
  ],
  [
    `meta -> 'po' -> 'fuzzy' = 'true' OR meta -> 'qt-ts' ->> 'type' = 'unfinished' OR meta -> 'xcstrings' ->> 'state' <> 'translated'
     OR meta -> 'xcstrings' ? 'states' OR meta -> 'xliff2' ->> 'state' = 'initial'
     OR meta @? 'strict $.xliff.attributes[*] ? (@[0] == "state" && (@[1] == "new" || @[1] starts with "needs-"))'`,
    0,
  ],
];

/** API keys with all scopes of a tenant keep all of them: no other key could grant the new one. */
const GRANT_REVIEW = `
  UPDATE api_keys SET scopes = array_append(scopes, 'translations:review')
  WHERE scopes @> '{projects:read,projects:write,translations:read,translations:write,keys:write,keys:delete,api-keys:manage}'
    AND NOT scopes @> '{translations:review}'`;

const OF_TEXTS = [`state smallint NOT NULL DEFAULT '1'`, 'text_revision bigint'];
const OF_KEYS = ['tags jsonb', 'max_length integer'];
const OF_PROJECTS = ['protect_reviewed boolean NOT NULL DEFAULT false'];

const COLUMNS: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['translations', OF_TEXTS],
  ['translations_history', OF_TEXTS],
  ['keys', OF_KEYS],
  ['keys_history', OF_KEYS],
  ['projects', OF_PROJECTS],
  ['projects_history', OF_PROJECTS],
];
