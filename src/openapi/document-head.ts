import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import { PLAN_LIMITS } from '../rate-limit/plan-limits';
import { BEARER_AUTH } from './complete-operation';

/** Of the API, not of the program: raised with what it offers. */
const API_VERSION = '1.0.0';

const DESCRIPTION = `
Self-hosted translation management: projects, translation keys and translations over HTTP.

## Authentication
Every request under \`/api/v1\` carries \`Authorization: Bearer <API key>\`. An API key belongs to an organization and has
scopes; each operation names the scope that it needs. A missing or invalid API key is a 401, a missing scope a 403, and
whatever belongs to another organization, or to a project that the API key is not for, a 404: its existence is not told.
Refusals come in the order 401, 429, 403, 404, 400.

## Rate limits
Requests are counted for each organization, all its API keys together, in fixed windows of 60 s. Limits a minute by plan:
${planLimits()}. Requests without a valid API key are counted by client address (IPv6 by /64) at the limit of
\`free\`. Every answer has \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`; a 429 also has
\`Retry-After\`.

## Bodies
JSON in strict UTF-8, at most 1 MiB unless an operation says otherwise. Fields and query parameters that an operation does
not know are refused, so that a misspelt option is never silently ignored. Texts are kept to the code unit: not trimmed,
not normalised, not escaped. Language tags are BCP 47; only case and \`_\` are changed (\`pt_br\` is \`pt-BR\`). Ids are UUIDs
of version 7; an id that names nothing, well-formed or not, is a 404, and so is a method that a path does not have.

## Errors
Every failure is a problem document (RFC 9457, \`application/problem+json\`) with a stable \`code\` to branch on; each operation
lists the codes that it can answer with. \`errors\` says where: \`pointer\` into the body, \`parameter\` of query or form, or
\`line\`, \`column\` and \`key\` in a file. A 500 says only its \`requestId\`, which the log has.
`;

const TAGS: readonly [name: string, description: string][] = [
  ['Projects', 'A source language, target languages, and keys.'],
  ['Keys', 'Named strings of a project, with a text in each language.'],
  ['Import and export', 'Language files in and out, and all texts at once.'],
  ['API keys', "The bearer secrets of the caller's organization."],
  ['Organizations (operator)', 'Tenants and their plans: for whoever runs the installation.'],
  ['Health', 'Probes and metrics of the installation: without an API key, and not counted.'],
];

/** All of the document but its paths. */
export function documentHead(): Omit<OpenAPIObject, 'paths'> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Glossa')
    .setDescription(DESCRIPTION.trim())
    .setVersion(API_VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'Where this document is served')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'The secret of an API key.' }, BEARER_AUTH);
  for (const [name, description] of TAGS) builder.addTag(name, description);
  return builder.build();
}

function planLimits(): string {
  const limits = Object.entries(PLAN_LIMITS).map(([plan, limit]) => `\`${plan}\` ${limit.toLocaleString('en')}`);
  return `${limits.join(', ')}, \`enterprise\` its own number`;
}
