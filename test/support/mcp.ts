import {
  Client as CurrentClient,
  StreamableHTTPClientTransport as CurrentTransport,
} from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Client, Json } from './client';

const IDENTITY = { name: 'test', version: '1.0.0' };

/** What the tests use of an official client. */
export interface ConnectedClient {
  version: string | undefined;
  tools(): Promise<Json[]>;
  call(name: string, args: object): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** A result of a tool. */
export interface ToolAnswer {
  isError: boolean;
  /** The sentence before the result. */
  note: string;
  result: Json;
  bytes: number;
}

/** Connects the client of a protocol version; its requests go to the addresses in turn. */
export async function connect(
  protocol: '2026-07-28' | '2025-11-25',
  addresses: readonly string[],
  secret: string,
): Promise<ConnectedClient> {
  let sent = 0;
  const inTurn = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    return fetch(new URL(pathname, addresses[sent++ % addresses.length]), init);
  };
  const url = new URL('/mcp', addresses[0]);
  const options = { fetch: inTurn, requestInit: { headers: { authorization: `Bearer ${secret}` } } };
  const call = async (client: { callTool(call: object): Promise<unknown> }, name: string, args: object) =>
    toAnswer((await client.callTool({ name, arguments: args })) as Json);
  if (protocol === '2026-07-28') {
    const client = new CurrentClient(IDENTITY, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new CurrentTransport(url, options));
    return {
      version: client.getNegotiatedProtocolVersion(),
      tools: async () => (await client.listTools()).tools,
      call: (name, args) => call(client, name, args),
      close: () => client.close(),
    };
  }
  const client = new EarlierClient(IDENTITY);
  const transport = new EarlierTransport(url, options);
  const errors: Error[] = [];
  client.onerror = (error) => errors.push(error);
  await client.connect(transport);
  return {
    version: transport.protocolVersion,
    tools: async () => (await client.listTools()).tools,
    call: (name, args) => call(client, name, args),
    close: async () => {
      await client.close();
      if (errors.length > 0) throw errors[0] as Error;
    },
  };
}

/** Calls a tool by one plain request of the version 2025-06-18. */
export async function callTool(api: Client, name: string, args: object): Promise<ToolAnswer> {
  const { status, bytes } = await send(api, 'tools/call', { name, arguments: args });
  if (status !== 200) throw new Error(`${status} ${bytes.toString()}`);
  return toAnswer(messageOf(bytes).result);
}

/** Sends one request of the version 2025-06-18. */
export const send = (api: Client, method: string, params: object, headers = {}) =>
  api.post(
    'mcp',
    { jsonrpc: '2.0', id: 1, method, params },
    {
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18', ...headers },
    },
  );

/** Returns the message of a response: JSON, or the only event of a stream. */
export function messageOf(bytes: Buffer): Json {
  const text = bytes.toString();
  return JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text);
}

function toAnswer({ content, isError = false }: Json): ToolAnswer {
  const [note, result] = content.map(({ text }: Json) => text);
  return { isError, note, result: JSON.parse(result), bytes: Buffer.byteLength(result) };
}
