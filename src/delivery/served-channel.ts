import type { ReleaseOptions } from '../releases/release';

/** The usage of a delivery token that is not written yet. */
export interface PendingUsage {
  projectId: string;
  tokenId: string;
  requests: number;
  bytes: number;
}

/** A delivery token and one of the channels of its project, as they were at `checkedAt`. */
export interface ServedChannel {
  tokenId: string;
  projectId: string;
  /** Null: files by hash. */
  release: ServedRelease | null;
  usage: PendingUsage;
  /** The time at which the database was read, in milliseconds of `performance.now()`. */
  checkedAt: number;
  /** The read that is under way, and its begin. */
  refreshing: Promise<void> | undefined;
  refreshedFrom: number;
  /** The token was revoked, or the channel deleted. */
  isGone: boolean;
}

export interface ServedRelease {
  id: string;
  options: ReleaseOptions;
  languages: readonly string[];
  /** Since when the channel serves it. */
  movedAt: Date;
}

/** A served channel is checked again after this time, while it is used. */
export const FRESH_MS = 2_000;
/** A served channel that is older is not used without a check: every replica sees a change within 5 s. */
const MAX_AGE_MS = 4_000;
/** A check that takes longer does not hold back answers: the database is away. */
export const STUCK_MS = 1_500;

/** Returns whether the channel can be used as it is known. */
export const isUsable = (channel: ServedChannel, now: number): boolean =>
  !channel.isGone &&
  (now - channel.checkedAt <= MAX_AGE_MS ||
    (channel.refreshing !== undefined && now - channel.refreshedFrom > STUCK_MS));
