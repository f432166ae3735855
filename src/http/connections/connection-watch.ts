import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_HANDLING_MS, SILENCE_MS } from './connection-limits';
import { discardUnreadBody } from './discard-body';

/**
 * Bounds the silence of every connection, so that a client never waits on one that serves no request any more.
 *
 * Node's own timeouts bound the time of a request's headers, of a whole request, and of an idle connection. This class
 * covers the rest: a refused body, a client that stops reading a response, a handler that produces none, and the end of
 * the service.
 */
export class ConnectionWatch {
  /** The replies of each open connection that are not sent, or whose request has an unread body. */
  private readonly openReplies = new Map<Socket, Set<FastifyReply>>();
  /** Connections on which a request has arrived. */
  private readonly used = new WeakSet<Socket>();
  private ending = false;

  /** @param server whose `timeout` is `SILENCE_MS` */
  constructor(server: Server) {
    server.on('connection', (socket: Socket) => void this.repliesOn(socket));
    server.on('timeout', (socket: Socket) => this.closeUnlessHandling(socket));
  }

  /** Must be called when the request arrives. */
  watch({ raw: message }: FastifyRequest, reply: FastifyReply): void {
    const { socket } = message;
    this.used.add(socket);
    // Node's parser drops the bytes that follow an Upgrade in the same packet, because another protocol could begin
    // there. A client that has sent its next request in them learns that it will not receive a response.
    if (this.ending || message.headers.upgrade !== undefined) void reply.header('connection', 'close');
    const replies = this.repliesOn(socket).add(reply);
    reply.raw.once('close', () => discardUnreadBody(message, () => replies.delete(reply)));
  }

  /**
   * The replies to the requests on a connection, in their order, that are not sent, or whose request has an unread
   * body.
   */
  openRepliesOn(socket: Socket): FastifyReply[] {
    return [...(this.openReplies.get(socket) ?? [])];
  }

  /** From now on, each response closes its connection, so that clients and proxies connect to another replica. */
  endReuse(): void {
    this.ending = true;
    for (const replies of this.openReplies.values()) {
      for (const reply of replies) if (!reply.raw.headersSent) void reply.header('connection', 'close');
    }
  }

  /** Whether each response closes its connection. */
  get isEnding(): boolean {
    return this.ending;
  }

  /** Notes that a request has arrived that is answered at once. */
  markUsed(socket: Socket): void {
    this.used.add(socket);
  }

  /** The number of open connections on which no request has arrived: it may be on its way. */
  get unused(): number {
    return [...this.openReplies.keys()].filter((socket) => !this.used.has(socket)).length;
  }

  /** The number of open connections. */
  get open(): number {
    return this.openReplies.size;
  }

  /**
   * Closes the connections without a request, when all of their bytes are sent. `Server.closeIdleConnections` would also close those
   * whose response is not sent completely.
   */
  closeIdle(): void {
    for (const [socket, replies] of this.openReplies) if (replies.size === 0) socket.destroySoon();
  }

  closeAll(): void {
    for (const socket of this.openReplies.keys()) socket.destroy();
  }

  private repliesOn(socket: Socket): Set<FastifyReply> {
    const known = this.openReplies.get(socket);
    if (known) return known;
    const replies = new Set<FastifyReply>();
    this.openReplies.set(socket, replies);
    socket.once('close', () => this.openReplies.delete(socket));
    return replies;
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
