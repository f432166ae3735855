import type { ContentObject } from '@nestjs/swagger';
import type { OperationOptions } from '../http/operation.decorator';
import { ManifestDto, ManifestLanguageDto } from './dto/manifest.dto';

const FILE: ContentObject = {
  'application/json': {
    schema: { type: 'object', description: 'The texts in the format of the release.', additionalProperties: true },
    example: { 'home.title': 'Willkommen' },
  },
  'application/xml': { schema: { type: 'string' } },
  'text/plain': { schema: { type: 'string' } },
};

const COMMON =
  'Needs no API key; pages of any origin may load it. Limited by the network of the client (`DELIVERY_RATE_LIMIT`), and not counted ' +
  'in the plan.';

const CACHED_MANIFEST =
  'Caches may keep it for a minute, and use it for a week if the service cannot be reached. The entity tag depends on the bytes only.';

const CACHED =
  'Caches may keep it for a minute, use it for a day while they ask again, and for a week if the service cannot be reached. The entity ' +
  'tag depends on the bytes only.';

export const deliveryOperations = {
  manifest: {
    id: 'getManifest',
    answer: 'object',
    summary: 'Get the manifest of a channel',
    description: `Lists the files of the release that the channel serves, by hash, with their sizes and integrity. ${CACHED_MANIFEST} ${COMMON}`,
    response: ManifestDto,
    models: [ManifestLanguageDto],
  },
  file: {
    id: 'getDeliveredFile',
    answer: 'object',
    summary: 'Get the file of a language',
    description:
      'Returns the file of a language of the release that the channel serves: `de.json`. With the option `fallback` of the release, a ' +
      `language without files is answered with the nearest less specific one; \`Content-Language\` names it. ${CACHED} ${COMMON}`,
    content: FILE,
    errors: ['busy'],
  },
  fileOfNamespace: {
    id: 'getDeliveredFileOfNamespace',
    answer: 'object',
    summary: 'Get the file of a language and a namespace',
    description: `Returns the file of a namespace: \`de/home.json\`. ${CACHED} ${COMMON}`,
    content: FILE,
    errors: ['busy'],
  },
  fileByHash: {
    id: 'getDeliveredFileByHash',
    answer: 'object',
    summary: 'Get a file by its hash',
    description:
      'Returns a file of any kept release of the project by the SHA-256 of its bytes, as manifests name it. Caches may keep it for a ' +
      `year. ${COMMON}`,
    content: FILE,
    errors: ['busy'],
  },
} satisfies Record<string, OperationOptions>;
