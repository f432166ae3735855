import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Json } from './client';
import { freePort } from './free-port';

/** A request that a receiver got. */
export interface ReceivedMessage {
  path: string;
  headers: Record<string, string>;
  body: string;
  payload: Json;
}

export type Answer = (response: ServerResponse, message: ReceivedMessage) => void;

const answerWith =
  (status: number): Answer =>
  (response) =>
    void response.writeHead(status).end();

/** A server that webhooks send messages to, on a port of its own at 127.0.0.1. */
export class Receiver {
  readonly messages: ReceivedMessage[] = [];
  /** Requests that are not answered yet. */
  open = 0;
  /** The most requests that were not answered at a time. */
  mostOpen = 0;
  answer: Answer = answerWith(204);
  private server: Server | undefined;
  private port = 0;

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await receiver.listen();
    return receiver;
  }

  /** Listens on the port that it had before. */
  async listen(): Promise<void> {
    const server = createServer((request, response) => void this.receive(request, response));
    this.port ||= await freePort();
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.server = server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  answerWith(status: number): void {
    this.answer = answerWith(status);
  }

  /** Waits for a number of messages in all. @returns them */
  async received(count: number, where: (message: ReceivedMessage) => boolean = () => true): Promise<ReceivedMessage[]> {
    await until(() => this.messages.filter(where).length >= count);
    return this.messages.filter(where);
  }

  /** Returns the payload if the signature is one with the secret; otherwise throws. */
  static verify({ body, headers }: ReceivedMessage, secret: string): Json {
    return new Webhook(secret).verify(body, headers);
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => (this.server ? this.server.close(resolve) : resolve(undefined)));
    this.server = undefined;
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    this.mostOpen = Math.max(this.mostOpen, ++this.open);
    response.once('close', () => this.open--);
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const message = {
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body,
      payload: JSON.parse(body),
    };
    this.messages.push(message);
    this.answer(response, message);
  }
}

/** Waits until a condition holds. @throws after two minutes, which a busy machine may need */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 120_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('the condition did not come to hold within two minutes');
    await delay(10);
  }
}
