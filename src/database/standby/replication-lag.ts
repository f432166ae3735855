/**
 * Tells how old the data of a standby can be, from positions in the write-ahead log: the positions that the primary had
 * written, and the position that the standby has replayed. The clocks of the servers do not matter, nor does a primary
 * without writes. Times are milliseconds of one monotonic clock.
 */
export class ReplicationLag {
  /** Positions of the primary that the standby had not replayed when it was last asked, oldest first. */
  private pending: { position: bigint; at: number }[] = [];
  /** A time whose data the standby has. */
  private currentAt = -Infinity;

  /** @param at a time before the primary was asked for the position */
  written(position: bigint, at: number): void {
    this.pending.push({ position, at });
  }

  replayed(position: bigint): void {
    const reached = this.pending.findLast((written) => written.position <= position);
    if (!reached) return;
    this.currentAt = reached.at;
    this.pending = this.pending.filter(({ at }) => at > reached.at);
  }

  /** Returns the most milliseconds by which the standby can be behind; Infinity before anything is known. */
  at(now: number): number {
    return now - this.currentAt;
  }
}
