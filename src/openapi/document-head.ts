import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import { VERSION } from '../config/version';
import { PLAN_LIMITS } from '../rate-limit/plan-limits';
import { BEARER_AUTH, SESSION_COOKIE } from './complete-operation';

const DESCRIPTION = `
Self-hosted translation management: projects, translation keys and translations over HTTP.

## Authentication
Every request under \`/api/v1\` needs the header \`Authorization: Bearer <API key>\`. An API key belongs to an
organization and has scopes; the description of each operation names the scope that it needs. A missing or invalid API
key is a 401, and a missing scope a 403. A resource that belongs to another organization, or to a project that the API
key cannot access, is a 404, as if it did not exist. If several errors apply, the response has the first of 401, 429,
403, 404, 400 and 412.

The dashboard begins a session with an API key instead (\`POST /session\`), whose cookie stands for the API key in requests
without an \`Authorization\` header. Programs use the header.

## Rate limits
Requests are counted per organization, for all of its API keys together, in fixed windows of 60 s. The limits per
minute depend on the plan: ${planLimits()}. Requests without a valid API key are counted per client address (IPv6
addresses per /64 network), with the limit of the plan \`free\`. Every response contains \`X-RateLimit-Limit\`,
\`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`; a 429 also contains \`Retry-After\`.

## Bodies
Bodies are JSON in valid UTF-8, of at most 1 MiB unless an operation allows more. Unknown fields and query parameters
are refused, so that a misspelt option is never ignored silently. Texts are stored exactly as they are sent: without
trimming, normalization or escaping. Language tags are BCP 47; only their case and \`_\` are changed (\`pt_br\`
becomes \`pt-BR\`). Ids are UUIDs of version 7. An id that does not exist, or that is malformed, is a 404. So is a
path with a method that it does not have.

## Revisions
Each write that changes a project raises its revision by one, and \`X-Glossa-Revision\` contains the revision after the
write. Installations may serve reads from a standby, whose data may be some seconds old. A read with \`minRevision\`
contains the write that returned this revision; a revision that the project does not have is a 400
\`unknown_revision\`.

## Concurrent changes
Keys and projects have an \`ETag\`. A change or a deletion with \`If-Match\` is done only if the resource still has the
tag that the client read; otherwise the response is a 412 \`precondition_failed\`. Without the header, the last write
wins.

## Repeated requests
A POST with an \`Idempotency-Key\` can be repeated when its response was lost: for 24 hours, the same request with the same
key gets the response of the first, with \`Idempotent-Replayed: true\`, and is not done again. A request that failed has
done nothing, and is tried again. Operations whose responses contain a secret refuse the header (400). GET, PUT, PATCH
and DELETE ignore it, because they have the same effect when they are repeated.

## Errors
The body of every error response is a problem document (RFC 9457, \`application/problem+json\`). Its \`code\` is
stable, and clients should branch on it; the description of each operation lists the codes of its errors. \`errors\`
contains the position of each error: \`pointer\` into the body, \`parameter\` of the query or of a form, or \`line\`,
\`column\` and \`key\` in a file. Requests that are not well-formed HTTP, too slow or too large in their headers are refused
before they reach an operation, with 400 \`malformed_request\`, 408 \`request_timeout\` or 431 \`headers_too_large\`. A 500 contains only its \`requestId\`, under which the log of the service has the
details.
`;

const TAGS: readonly [name: string, description: string][] = [
  ['Projects', 'Projects with a source language, target languages and keys.'],
  ['Keys', 'Named strings of a project, with a text in each language.'],
  ['Comments', 'Discussions of keys and texts.'],
  ['Assignments', 'The members who are to translate or review languages and keys, and what is left for them.'],
  ['Screenshots', 'Pictures of applications, with the regions in which keys are shown.'],
  ['Glossary', 'The terms of the organization and of its projects, with their translations.'],
  ['Translation memory', 'Translations of similar texts, in all projects of the organization.'],
  ['Import and export', 'Import and export of language files, and all texts of a project in one response.'],
  ['Checks', 'What the checks of the texts found.'],
  ['History', 'The changes of projects and keys, and how they are taken back.'],
  ['Webhooks', 'URLs that are notified of the changes of a project.'],
  ['Releases', 'The files of one revision of a project, the channels that serve them, and delivery tokens.'],
  ['Delivery', 'What applications load: the files of channels, without an API key.'],
  ['Model Context Protocol', 'The endpoint of editors with an assistant, and of other programs with a language model.'],
  ['API keys', "The API keys of the caller's organization."],
  ['Members', 'The persons of an organization and their invitations.'],
  ['Own account', 'The caller, and the account of the person who calls.'],
  ['Sessions', 'Sessions of browsers, which the dashboard uses.'],
  ['Organizations (operator)', 'Organizations and their plans, for the operator of the installation.'],
  ['Health', 'Probes and metrics of the installation, without an API key and without a rate limit.'],
];

/** Creates all of the document except its paths. */
export function createDocumentHead(): Omit<OpenAPIObject, 'paths'> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Glossa')
    .setDescription(DESCRIPTION.trim())
    .setVersion(VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'The server of this document')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'glossa_…', description: 'The secret of an API key.' },
      BEARER_AUTH,
    )
    .addCookieAuth(
      '__Host-glossa',
      {
        type: 'apiKey',
        in: 'cookie',
        description: 'The session of a browser, which `POST /session` begins. Over http, the cookie is named `glossa`.',
      },
      SESSION_COOKIE,
    );
  for (const [name, description] of TAGS) builder.addTag(name, description);
  return builder.build();
}

function planLimits(): string {
  const limits = Object.entries(PLAN_LIMITS).map(([plan, limit]) => `\`${plan}\` ${limit.toLocaleString('en')}`);
  return `${limits.join(', ')}, \`enterprise\` a limit of its own`;
}
