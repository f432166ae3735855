import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileEvent } from './recorder';

/** The unit that a disk writes whole (PostgreSQL relies on it too). */
const SECTOR = 512;

/** Returns numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Change = Extract<FileEvent, { kind: 'write' | 'truncate' }>;
type NameChange = Extract<FileEvent, { kind: 'make' | 'rename' | 'remove' }>;

/** A file or a folder on disk, and what was done to it since it was synced. */
class Node<Content, Pending> {
  pending: { index: number; change: Pending }[] = [];

  constructor(public content: Content) {}

  sync(begun: number, apply: (content: Content, change: Pending) => Content): void {
    for (const { index, change } of this.pending) if (index < begun) this.content = apply(this.content, change);
    this.pending = this.pending.filter(({ index }) => index >= begun);
  }
}

type Names = Map<string, number>;

/** A folder of which a record is played, with what is on disk and what may be. */
export class RecordedFolder {
  /** The writes that were acknowledged. */
  readonly acknowledged: string[] = [];
  private readonly files = new Map<number, Node<Buffer, Change>>();
  private readonly folders = new Map<number, Node<Names, NameChange>>([[0, new Node(new Map())]]);
  private played = 0;

  constructor(private readonly events: readonly FileEvent[]) {}

  /** Plays the events before `end`. */
  playUntil(end: number): void {
    for (; this.played < end; this.played++) this.play(this.events[this.played] as FileEvent, this.played);
  }

  /**
   * Writes into `target` what a power cut leaves now: of the changes that were not synced some are lost, some are torn,
   * and later ones are there without earlier ones.
   */
  cutInto(target: string, random: () => number): void {
    this.writeFolder(0, target, random);
  }

  private play(event: FileEvent, index: number): void {
    switch (event.kind) {
      case 'acknowledge':
        this.acknowledged.push(event.write);
        break;
      case 'write':
      case 'truncate':
        this.files.get(event.file)?.pending.push({ index, change: event });
        break;
      case 'sync':
        this.files.get(event.of)?.sync(event.begun, applyChange);
        this.folders.get(event.of)?.sync(event.begun, applyNameChange);
        break;
      case 'make':
        if (event.isFolder) this.folders.set(event.made, new Node(new Map()));
        else this.files.set(event.made, new Node(Buffer.alloc(0)));
        this.folders.get(event.folder)?.pending.push({ index, change: event });
        break;
      default:
        this.folders.get(event.folder)?.pending.push({ index, change: event });
    }
  }

  private writeFolder(number: number, target: string, random: () => number): void {
    mkdirSync(target, { recursive: true });
    const folder = this.folders.get(number) as Node<Names, NameChange>;
    for (const [name, child] of cutNames(folder, random)) {
      const file = this.files.get(child);
      if (file) writeFileSync(join(target, name), cutFile(file, random));
      else this.writeFolder(child, join(target, name), random);
    }
  }
}

function applyChange(content: Buffer, change: Change): Buffer {
  return change.kind === 'truncate' ? resize(content, change.size) : write(content, change.offset, change.bytes);
}

function resize(content: Buffer, size: number): Buffer {
  return size <= content.length
    ? content.subarray(0, size)
    : Buffer.concat([content, Buffer.alloc(size - content.length)]);
}

/** Writes in place where the file is long enough. */
function write(content: Buffer, offset: number, bytes: Buffer): Buffer {
  const target = offset + bytes.length > content.length ? resize(content, offset + bytes.length) : content;
  bytes.copy(target, offset);
  return target;
}

function applyNameChange(names: Names, change: NameChange): Names {
  if (change.kind === 'make') return names.set(change.name, change.made);
  if (change.kind === 'remove') {
    names.delete(change.name);
    return names;
  }
  const moved = names.get(change.from);
  if (moved !== undefined) names.set(change.to, moved).delete(change.from);
  return names;
}

/** Keeps some of the changes, except changes of a name of which an earlier change is lost. */
function cutNames({ content, pending }: Node<Names, NameChange>, random: () => number): Names {
  const share = shareKept(random);
  const lost = new Set<string>();
  let names = new Map(content);
  for (const { change } of pending) {
    const touched = change.kind === 'rename' ? [change.from, change.to] : [change.name];
    if (random() < share && !touched.some((name) => lost.has(name))) names = applyNameChange(names, change);
    else for (const name of touched) lost.add(name);
  }
  return names;
}

/** Keeps some of the changes; of a write, some of its sectors. */
function cutFile({ content, pending }: Node<Buffer, Change>, random: () => number): Buffer {
  if (pending.length === 0) return content;
  const share = shareKept(random);
  let cut: Buffer = Buffer.from(content);
  for (const { change } of pending) {
    if (change.kind === 'truncate') {
      if (random() < share) cut = applyChange(cut, change);
      continue;
    }
    const isTorn = random() < 0.3;
    const isKept = random() < share;
    for (let start = 0; start < change.bytes.length; start += SECTOR) {
      if (isTorn ? random() < share : isKept) {
        cut = write(cut, change.offset + start, change.bytes.subarray(start, start + SECTOR));
      }
    }
  }
  return cut;
}

/** The share of the changes that are kept: none, all, or some. */
function shareKept(random: () => number): number {
  const kind = random();
  return kind < 0.25 ? 0 : kind < 0.4 ? 1 : random();
}
