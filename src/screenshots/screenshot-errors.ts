import { DomainError } from '../common/errors/domain-error';

/** The most screenshots of a project. */
export const MAX_SCREENSHOTS = 1_000;
/** The most bytes of the screenshots of a project, as they are kept. */
export const MAX_PROJECT_BYTES = 1_073_741_824;
/** The most regions of a screenshot. */
export const MAX_REGIONS = 500;
/** The largest file. */
export const MAX_FILE_BYTES = 10 * 1_048_576;

/** Also thrown for screenshots that the caller cannot access, so that their existence is not revealed. */
export class ScreenshotNotFoundError extends DomainError {
  constructor() {
    super('screenshot_not_found', 'there is no such screenshot within reach');
  }
}

/** The first bytes are of no format that is accepted. */
export class UnknownPictureError extends DomainError {
  constructor() {
    super('malformed_picture', 'the file is no PNG, JPEG or WebP picture');
  }
}

export class AnimatedPictureError extends DomainError {
  constructor() {
    super('malformed_picture', 'the picture is animated');
  }
}

export class DamagedPictureError extends DomainError {
  constructor() {
    super('malformed_picture', 'the picture is damaged or incomplete');
  }
}

export class TooManyPixelsError extends DomainError {
  constructor(of: { width: number; height: number; maxPixels: number; maxSide: number }) {
    const { width, height, maxPixels, maxSide } = of;
    super(
      'limit_exceeded',
      `the picture has ${width} × ${height} pixels: at most ${maxPixels} together and ${maxSide} on a side`,
    );
  }
}

export class TooLargePictureError extends DomainError {
  /** @param maxBytes the most bytes of an encoded picture */
  constructor(maxBytes: number) {
    super('limit_exceeded', `the picture takes more than ${maxBytes} bytes when it is encoded again`);
  }
}

export class SlowPictureError extends DomainError {
  /** @param seconds the time limit */
  constructor(seconds: number) {
    super('limit_exceeded', `the picture takes more than ${seconds} s to decode and encode`);
  }
}

/** Too many pictures of the organization wait, or one has waited for too long. */
export class PicturesBusyError extends DomainError {
  constructor() {
    super('busy', 'too many pictures are waiting; send fewer at the same time', { headers: { 'retry-after': '5' } });
  }
}

export class TooManyScreenshotsError extends DomainError {
  constructor() {
    super('limit_exceeded', `a project has at most ${MAX_SCREENSHOTS} screenshots`);
  }
}

export class TooManyScreenshotBytesError extends DomainError {
  constructor() {
    super('limit_exceeded', `the screenshots of a project take at most ${MAX_PROJECT_BYTES} bytes`);
  }
}
