import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { EXAMPLE_IDS } from '../../src/common/example-ids';
import type { Client, Json } from '../support/client';
import { PASSWORD } from '../support/people';
import { png, sendPicture } from '../support/pictures';
import { until } from '../support/receiver';

type Kind = keyof typeof EXAMPLE_IDS;

interface Parameter {
  in: string;
}

interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { parameters: Record<string, Parameter> };
}

interface DocumentedOperation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: object };
}

const document = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as Document;

const operations = Object.values(document.paths).flatMap((item) =>
  Object.entries(item).map(([method, operation]) => {
    const { operationId: id, summary, tags } = operation;
    return { method, id, summary, tag: tags[0], kind: kindOf(method, operation) };
  }),
);

/** The method, where parameters are, and the media types of the body: operations of one kind are sent in one way. */
function kindOf(method: string, { parameters = [], requestBody }: DocumentedOperation): string {
  const places = parameters.map((parameter) =>
    '$ref' in parameter ? document.components.parameters[parameter.$ref.split('/').at(-1) ?? '']?.in : parameter.in,
  );
  return [method, ...new Set(places), ...Object.keys(requestBody?.content ?? {})].sort().join(' ');
}

const isDeletion = ({ method }: { method: string }): boolean => method === 'delete';

/** All operations in the order of the document, with deletions at the end: a project is deleted after what it contains. */
export const EVERY_OPERATION = [
  ...operations.filter((operation) => !isDeletion(operation)),
  ...operations.filter(isDeletion).reverse(),
];

/** The first operation of each kind, in the same order. */
export const OPERATION_OF_EACH_KIND = EVERY_OPERATION.filter(
  ({ kind }, index) => EVERY_OPERATION.findIndex((other) => other.kind === kind) === index,
);

/** The statuses of the requests that an example cannot make succeed: no example is the API key, the link or the person of an installation. */
export const MEANT: Readonly<Record<string, number>> = {
  beginSession: 401,
  acceptInvitation: 400,
  resetPassword: 400,
  requestPassword: 400,
  beginSingleSignOn: 400,
  createPasswordLink: 403,
  putPresence: 403,
  signInWithPasskey: 401,
  // The release of the examples has neither.
  getDeliveredFileByHash: 404,
  getDeliveredFileOfNamespace: 404,
  ...{
    listInbox: 401,
    readInbox: 401,
    acceptOwnInvitation: 401,
    changeMe: 401,
    removeMe: 401,
    listOwnSessions: 401,
    endOwnSession: 401,
    switchOrganization: 401,
    leaveOrganization: 401,
    listPasskeys: 401,
    beginPasskey: 401,
    addPasskey: 401,
    renamePasskey: 401,
    removePasskey: 401,
  },
};

/**
 * Creates what the examples of the document speak of, one of each kind, and returns its ids by the ids in the examples. The key
 * has a text that is too long, and the project has two revisions.
 */
export async function givenExamples(api: Client): Promise<Record<string, string>> {
  const { project } = (
    await api.post('projects', { name: 'Web shop', sourceLanguage: 'en', targetLanguages: ['de', 'pt-BR'] })
  ).body;
  const { key } = (
    await api.post(`projects/${project.id}/keys`, {
      ...{ name: 'home.greeting', value: 'Welcome', maxLength: 8, translations: { de: 'Willkommen' } },
    })
  ).body;
  const query = 'format=json-nested&language=en&filename=locales/en/home.json';
  await api.send('POST', `projects/${project.id}/import?${query}`, { body: '{"home":{"legal":"Legal notice"}}' });
  const { templates } = (await api.get(`projects/${project.id}/templates`)).body;
  const { webhook } = (await api.post(`projects/${project.id}/webhooks`, { url: 'https://example.com/hooks/glossa' }))
    .body;
  const { delivery } = (await api.post(`webhooks/${webhook.id}/test`)).body;
  // The result of the attempt is not written under the former id.
  await until(async () => (await api.get(`webhooks/${webhook.id}/deliveries`)).body.deliveries[0].attempts > 0);
  const { apiKey } = (await api.post('api-keys', { name: 'Nightly export', scopes: ['projects:read'] })).body;
  const { organization } = (await api.post('organizations', { name: 'Acme', plan: 'growth' })).body;
  const { link } = (await api.post('invitations', { email: 'kim@example.com', role: 'viewer' })).body;
  const [, token] = link.split('#');
  const accepted = await api.post('invitations/accept', { token, name: 'Kim', password: PASSWORD });
  const { person } = accepted.body;
  const { invitation } = (await api.post('invitations', { email: 'lee@example.com', role: 'viewer' })).body;
  const { members } = (await api.get('members')).body;
  const member = members.find(({ person: { id } }: Json) => id === person.id);
  const session = { id: person.id };
  const passkey = { id: person.id };
  const [auditEntry] = (await api.get('audit?limit=1')).body.entries;
  const [template] = templates;
  const ofPeople = { person, member, invitation, session, passkey, auditEntry };
  const release = (await api.post(`projects/${project.id}/releases`, { channel: 'production' })).body.release;
  const { deliveryToken } = (await api.post(`projects/${project.id}/delivery-tokens`, { name: 'Web shop' })).body;
  const { comment } = (await api.post(`keys/${key.id}/comments`, { text: 'Is this a verb?' })).body;
  const work = { memberId: member.id, languages: ['de'] };
  await api.patch(`members/${member.id}`, { role: 'translator' });
  const [assignment] = (await api.post(`projects/${project.id}/assignments`, work)).body.assignments;
  const { screenshot } = (await sendPicture(api, project.id, { file: PICTURE })).body;
  const { term } = (await api.post('glossary', { term: 'legal notice', translations: { de: ['Impressum'] } })).body;
  const given: Record<Kind, { id: string }> = {
    ...{
      organization,
      apiKey,
      project,
      key,
      webhook,
      delivery,
      template,
      release,
      deliveryToken,
      comment,
      screenshot,
      term,
      assignment,
    },
    ...ofPeople,
  };
  const ids = Object.entries(given).map(([kind, { id }]) => [EXAMPLE_IDS[kind as Kind], id]);
  return { ...Object.fromEntries(ids), [TOKEN]: deliveryToken.token };
}

interface ExampleFile {
  name: string;
  content: Buffer;
}

/** A picture that the regions of the examples fit into. */
const PICTURE = png({ width: 320, height: 160 });

/** A file of texts. */
export const TEXTS_FILE: ExampleFile = { name: 'de.json', content: Buffer.from('{"home.legal":"Impressum"}') };

/** The files that a person chooses in the forms of operations, by operation, where it is not a file of texts. */
export const OTHER_FILES: Readonly<Record<string, ExampleFile>> = {
  importTerms: { name: 'terms.csv', content: Buffer.from('term,de\ncart,Warenkorb\n') },
  createScreenshot: { name: 'home.png', content: PICTURE },
};

/** The delivery token of the examples. */
const TOKEN = 'glossa_pub_AAAAAAAAAAAAAAAAAAAAAAAA';

/** Gives resources the ids of the examples, so that the document describes the installation. @param ids by the ids that they get */
export async function giveIds(dataSource: DataSource, ids: Record<string, string>): Promise<void> {
  const columns: { table: string; column: string }[] = await dataSource.query(COLUMNS_OF_IDS);
  await dataSource.transaction(async (transaction) => {
    // Foreign keys are checked by triggers, which do not run on a replica.
    await transaction.query('SET LOCAL session_replication_role = replica');
    for (const { table, column } of columns) {
      for (const [to, from] of Object.entries(ids).filter(([id]) => id !== TOKEN)) {
        await transaction.query(`UPDATE "${table}" SET "${column}" = $1 WHERE "${column}" = $2`, [to, from]);
      }
    }
    await transaction.query('UPDATE delivery_tokens SET token = $1 WHERE token = $2', [TOKEN, ids[TOKEN]]);
  });
}

const COLUMNS_OF_IDS = `
  SELECT columns.table_name AS table, column_name AS column
  FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
  WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND data_type = 'uuid' AND is_generated = 'NEVER'`;
