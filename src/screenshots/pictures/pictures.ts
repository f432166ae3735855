import { Inject, Injectable } from '@nestjs/common';
import { FairSemaphore } from '../../common/scheduling/fair-semaphore';
import type { Settings } from '../../config/settings';
import { SETTINGS } from '../../config/settings.module';
import { PicturesBusyError } from '../screenshot-errors';
import { type Picture, reencode } from './reencode';

/** Pictures of one organization that wait. */
const MAX_WAITING = 10;
/** Milliseconds for which a picture waits. */
const MAX_WAIT_MS = 60_000;

/** Decodes and encodes pictures, one at a time, so that the memory of one bounds the memory of all. Organizations take turns. */
@Injectable()
export class Pictures {
  private readonly turns = new FairSemaphore({
    slots: 1,
    slotsPerGroup: 1,
    maxWaiting: MAX_WAITING,
    timeoutMs: MAX_WAIT_MS,
    createRefusal: () => new PicturesBusyError(),
  });

  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'maxPicturePixels'>) {}

  /**
   * @param signal a picture that still waits when it is aborted is not decoded
   * @throws PicturesBusyError, and the errors of `reencode`
   */
  reencode(bytes: Buffer, organizationId: string, signal: AbortSignal): Promise<Picture> {
    return this.turns.run(organizationId, () => reencode(bytes, this.settings.maxPicturePixels), { signal });
  }
}
