import { DomainError } from '../common/errors/domain-error';

/** The most channels of a project. */
export const MAX_CHANNELS = 20;
/** The most delivery tokens of a project. */
export const MAX_TOKENS = 20;
/** The most files of a release. */
export const MAX_FILES = 5_000;
/** The largest file of a release. */
export const MAX_FILE_BYTES = 32 * 1_048_576;

/** Also thrown for releases that the caller cannot access, so that their existence is not revealed. */
export class ReleaseNotFoundError extends DomainError {
  constructor() {
    super('release_not_found', 'there is no such release within reach');
  }
}

export class ChannelNotFoundError extends DomainError {
  constructor() {
    super('channel_not_found', 'the project has no such channel');
  }
}

/** Also thrown for delivery tokens that the caller cannot access, so that their existence is not revealed. */
export class DeliveryTokenNotFoundError extends DomainError {
  constructor() {
    super('delivery_token_not_found', 'there is no such delivery token within reach');
  }
}

export class TooManyChannelsError extends DomainError {
  constructor() {
    super('limit_exceeded', `a project has at most ${MAX_CHANNELS} channels`);
  }
}

export class TooManyDeliveryTokensError extends DomainError {
  constructor() {
    super('limit_exceeded', `a project has at most ${MAX_TOKENS} delivery tokens`);
  }
}

/** The release would have too many files, or a file that is too large. */
export class ReleaseTooLargeError extends DomainError {
  constructor(detail: string) {
    super('limit_exceeded', detail);
  }
}
