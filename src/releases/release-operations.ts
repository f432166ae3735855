import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';
import { ChannelListDto, ChannelResponseDto } from './dto/channel.dto';
import { DeliveryTokenListDto, DeliveryTokenResponseDto, DeliveryUsageDto } from './dto/delivery-token.dto';
import { ReleaseListDto, ReleaseResponseDto } from './dto/release.dto';

export const releaseOperations = {
  publish: {
    id: 'publishRelease',
    answer: 'object',
    summary: 'Publish a release',
    description:
      'Renders the files of one revision of the project, keeps their bytes, and makes the channel serve them: all of them at once, on each ' +
      'replica within 5 s. Files have the layout that Glossa writes. A release and its files do not change, and stay as long as a channel ' +
      'serves the release or it is one of the last 20 of its channel; the last 20 that a channel has served stay for seven days in any ' +
      'case. At most 5,000 files of at most 32 MiB each. Of two that publish at once, the later revision is served. A `revision` that the ' +
      'request names is served in any case, and a channel that follows the project stops to follow it: it would publish again what was taken back.',
    status: 201,
    response: ReleaseResponseDto,
    idempotent: true,
    errors: [
      'project_not_found',
      'unknown_language',
      'unknown_revision',
      'revision_pruned',
      'checks_failed',
      'unwritable_text',
      'plural_conflict',
      'duplicate_key',
      'limit_exceeded',
      'project_busy',
      'exports_busy',
      'storage_full',
    ],
    requestExample: { channel: 'production', format: 'json', fallback: 'auto', minState: 'reviewed' },
  },
  list: {
    id: 'listReleases',
    answer: 'object',
    summary: 'List releases',
    description:
      'Lists the releases of a project, the newest first, 20 per page unless `limit` is given, without their files. `nextCursor` is the ' +
      '`cursor` of the next page.',
    response: ReleaseListDto,
    errors: ['project_not_found'],
  },
  get: {
    id: 'getRelease',
    answer: 'page',
    summary: 'Get a release',
    description: 'Returns a release with the list of its files.',
    response: ReleaseResponseDto,
    errors: ['release_not_found'],
  },
  listChannels: {
    id: 'listChannels',
    answer: 'object',
    summary: 'List channels',
    description: 'Lists the channels of a project by name: at most 20.',
    response: ChannelListDto,
    errors: ['project_not_found'],
  },
  putChannel: {
    id: 'putChannel',
    answer: 'object',
    summary: 'Move a channel',
    description:
      'Makes a channel serve a release, back too, on each replica within 5 s, and sets whether it follows the project: then changes are ' +
      'released at most every `interval` seconds, with the options of the release that the channel serves; a release that its `failOn` ' +
      'refuses is tried again with the next change. A language that was removed from the project is left out until it comes back; while ' +
      'the project has none of the languages, the release stays. A channel that is moved to a release stops to follow the project, unless `auto` is ' +
      'true: it would publish again what was taken back. A new channel is made.',
    response: ChannelResponseDto,
    errors: ['project_not_found', 'limit_exceeded', 'project_busy'],
    requestExample: { auto: true, interval: 60 },
  },
  deleteChannel: {
    id: 'deleteChannel',
    answer: 'object',
    summary: 'Delete a channel',
    description:
      'Deletes a channel: its addresses are a 404, on each replica within 5 s. Its releases are removed seven days after no ' +
      'channel serves them any more, unless a channel of its name is made again. A request body is ignored.',
    response: DeletedDto,
    errors: ['project_not_found', 'channel_not_found', 'project_busy'],
  },
  listTokens: {
    id: 'listDeliveryTokens',
    answer: 'object',
    summary: 'List delivery tokens',
    description:
      'Lists the delivery tokens of a project, the oldest first: at most 20. A token is no secret: applications contain it, and it only ' +
      'reads what was released.',
    response: DeliveryTokenListDto,
    errors: ['project_not_found'],
  },
  createToken: {
    id: 'createDeliveryToken',
    answer: 'object',
    summary: 'Create a delivery token',
    description:
      'Creates a token, with which applications load the files of channels: `/delivery/<token>/<channel>/<language>.json`.',
    status: 201,
    response: DeliveryTokenResponseDto,
    errors: ['project_not_found', 'limit_exceeded', 'project_busy'],
  },
  revokeToken: {
    id: 'revokeDeliveryToken',
    answer: 'object',
    summary: 'Revoke a delivery token',
    description: 'Revokes a token: its addresses are a 404, on each replica within 5 s. A request body is ignored.',
    response: DeletedDto,
    errors: ['delivery_token_not_found', 'project_busy'],
  },
  usage: {
    id: 'getDeliveryUsage',
    answer: 'page',
    summary: 'Get the usage of delivery tokens',
    description:
      'Lists how much was loaded on each day and with each token, the latest day first. Requests that a cache in front answers do not ' +
      'count. Counts are some seconds late; days are kept for 400 days.',
    response: DeliveryUsageDto,
    errors: ['project_not_found'],
  },
} satisfies Record<string, OperationOptions>;
