import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_HANDLING_MS, SILENCE_MS } from './connection-limits';
import { discardUnreadBody } from './discard-body';

/**
 * Bounds the silence of every connection, so that a client never waits on one that serves no request any more.
 *
 * Node's own timeouts bound the time of a request's headers, of a whole request, and of an idle connection. This class
 * covers the rest: a refused body, a client that stops reading a response, a handler that produces none.
 */
export class ConnectionWatch {
  private readonly openReplies = new WeakMap<Socket, Set<FastifyReply>>();

  /** @param server whose `timeout` is `SILENCE_MS` */
  constructor(server: Server) {
    server.on('timeout', (socket: Socket) => this.closeUnlessHandling(socket));
  }

  /** Must be called when the request arrives. */
  watch({ raw: message }: FastifyRequest, reply: FastifyReply): void {
    const { socket } = message;
    // Node's parser drops the bytes that follow such a request in the same packet, because another protocol could begin
    // there. A client that has sent its next request in them learns that it will not receive a response.
    if (message.headers.upgrade !== undefined) void reply.header('connection', 'close');
    const replies = this.openReplies.get(socket) ?? new Set();
    this.openReplies.set(socket, replies.add(reply));
    reply.raw.once('close', () => {
      replies.delete(reply);
      discardUnreadBody(message);
    });
  }

  private closeUnlessHandling(socket: Socket): void {
    const [oldest] = this.openReplies.get(socket) ?? [];
    // Unsent bytes mean that the client has stopped reading.
    if (oldest && socket.writableLength === 0) {
      if (oldest.elapsedTime < MAX_HANDLING_MS) {
        socket.setTimeout(SILENCE_MS);
        return;
      }
      oldest.request.log.error('no response was produced in time; the connection is closed');
    }
    socket.destroy();
  }
}
