import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { disconnectSlowClient } from './slow-client';

/** Bytes of a stream that are ready before the client has received the bytes before them. */
const READY_BYTES = 64 * 1_024;

/** The members of a JSON object that are read, step by step, while they are sent. */
export class JsonMembers {
  constructor(readonly read: () => AsyncIterable<Iterable<readonly [name: string, value: unknown]>>) {}
}

/** The items of a JSON list that are read, one by one, while they are sent. */
export class JsonItems {
  constructor(readonly items: AsyncIterable<unknown> | Iterable<unknown>) {}
}

/**
 * Returns the JSON of a value in pieces. An object may have members that are `JsonMembers` or `JsonItems`, at any
 * depth; a list may not.
 */
async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  if (value instanceof JsonMembers) yield* piecesOfMembers(value);
  else if (value instanceof JsonItems) yield* piecesOfItems(value);
  else if (!isStreamed(value)) yield JSON.stringify(value);
  else {
    let separator = '{';
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${separator}${JSON.stringify(name)}:`;
      yield* jsonPieces(member);
      separator = ',';
    }
    yield '}';
  }
}

async function* piecesOfMembers({ read }: JsonMembers): AsyncGenerator<string> {
  yield '{';
  let separator = '';
  for await (const members of read()) {
    let piece = '';
    for (const [name, value] of members) {
      piece += `${separator}${JSON.stringify(name)}:${JSON.stringify(value)}`;
      separator = ',';
    }
    yield piece;
  }
  yield '}';
}

async function* piecesOfItems({ items }: JsonItems): AsyncGenerator<string> {
  yield '[';
  let separator = '';
  for await (const item of items) {
    yield separator;
    yield* jsonPieces(item);
    separator = ',';
  }
  yield ']';
}

/** Whether a value has parts that are read while they are sent. */
export function isStreamed(value: unknown): value is object {
  if (value instanceof JsonMembers || value instanceof JsonItems) return true;
  return isObject(value) && Object.values(value).some(isStreamed);
}

/** Whether a value is written as an object with its own members. */
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value);

/**
 * Returns JSON as a stream. The next piece is requested when the client has received the pieces before it, so the
 * pieces must not be read in a transaction that stays open: they are read by short statements, of one revision. If a
 * piece fails, the connection is closed before the end of the body, which no client takes for a complete document.
 *
 * @param value see `jsonPieces`. What can be refused is refused before.
 */
export const jsonStream = (value: unknown): Readable =>
  Readable.from(jsonPieces(value), { objectMode: false, highWaterMark: READY_BYTES });

/** Returns a body to send: the value itself, or a stream if it has parts that are read while they are sent. */
export function jsonBody<Body extends object>(reply: FastifyReply, value: Body): Body | Readable {
  if (!isStreamed(value)) return value;
  void reply.type('application/json; charset=utf-8');
  disconnectSlowClient(reply.raw);
  return jsonStream(value);
}
