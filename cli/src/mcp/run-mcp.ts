import { createInterface } from 'node:readline';
import type { Api } from '../api/client';
import type { Run } from '../commands/command';
import { loadConfigIfAny } from '../config/config';
import { connect } from '../config/connect';
import { ExitCode, toCommandError } from '../exit-code';
import type { Output } from '../terminal/output';
import { withoutSecretsIn } from '../terminal/secrets';

/** A message of JSON-RPC 2.0. */
interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: unknown; requestId?: unknown; _meta?: Record<string, unknown> };
}

/** Codes of JSON-RPC 2.0, and of an error of the server itself. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const SERVER_ERROR = -32_000;
/** Where a message of 2026-07-28 and later versions names its version. */
const VERSION_MEMBER = 'io.modelcontextprotocol/protocolVersion';

/** Passes the messages of standard input to the server, and its answers to standard output, until the input ends. */
export async function runMcp({ options, output }: Run<object>): Promise<ExitCode> {
  const { api } = await connect(options, output, loadConfigIfAny(options.config)?.server);
  const bridge = new Bridge(api, output);
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() !== '') await bridge.accept(line);
  }
  await bridge.idle();
  return ExitCode.done;
}

class Bridge {
  /** The version that `initialize` has agreed on. */
  private version: string | undefined;
  private readonly running = new Map<string | number, AbortController>();
  private readonly answers = new Set<Promise<void>>();

  constructor(
    private readonly api: Api,
    private readonly output: Output,
  ) {}

  /** Sends a message. Calls run beside each other; the first message of a connection is answered before the next. */
  async accept(line: string): Promise<void> {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch (error) {
      return this.write({ id: null, error: { code: PARSE_ERROR, message: (error as Error).message } });
    }
    if (!isMessage(message)) {
      const reason = 'a line must be one JSON-RPC message, an object';
      return this.write({ id: null, error: { code: INVALID_REQUEST, message: reason } });
    }
    const { method, params } = message;
    const cancelled = method === 'notifications/cancelled' ? params?.requestId : undefined;
    if (cancelled !== undefined) return this.running.get(cancelled as string)?.abort();
    const answer = this.answer(message, line).finally(() => this.answers.delete(answer));
    this.answers.add(answer);
    if (method === 'initialize') await answer;
  }

  async idle(): Promise<void> {
    await Promise.all(this.answers);
  }

  private async answer(message: Message, line: string): Promise<void> {
    const { id, method } = message;
    const cancellation = new AbortController();
    if (id !== undefined) this.running.set(id, cancellation);
    try {
      const text = await this.send(message, line, cancellation.signal);
      if (cancellation.signal.aborted || id === undefined || text === '') return;
      const answer = JSON.parse(text) as Record<string, unknown>;
      if (answer.jsonrpc !== '2.0') return this.write({ id, error: toError(answer) });
      if (method === 'initialize')
        this.version = (answer.result as { protocolVersion?: string } | undefined)?.protocolVersion;
      this.write(answer);
    } catch (error) {
      if (cancellation.signal.aborted) return;
      const { message: reason, hint } = toCommandError(error);
      if (hint !== undefined) this.output.note(`${reason}\n${hint}`);
      if (id !== undefined) this.write({ id, error: { code: SERVER_ERROR, message: reason } });
    } finally {
      if (id !== undefined) this.running.delete(id);
    }
  }

  private async send({ method, params }: Message, line: string, signal: AbortSignal): Promise<string> {
    const version = params?._meta?.[VERSION_MEMBER] ?? this.version;
    const name = params?.name;
    const headers: Record<string, string> = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(typeof version === 'string' && { 'MCP-Protocol-Version': version }),
      ...(method !== undefined && { 'Mcp-Method': method }),
      ...(typeof name === 'string' && /^[!-~]+$/.test(name) && { 'Mcp-Name': name }),
    };
    const { data, error } = await this.api.POST('/api/v1/mcp', {
      headers,
      body: {} as never,
      bodySerializer: () => line,
      parseAs: 'text',
      signal,
    });
    return typeof data === 'string' ? data : typeof error === 'string' ? error : JSON.stringify(error ?? {});
  }

  private write(answer: object): void {
    this.output.raw(`${JSON.stringify(toAnswer(answer))}\n`);
  }
}

/** Returns an answer of JSON-RPC, without secrets in its error. */
export const toAnswer = (answer: object): object => ({
  jsonrpc: '2.0',
  ...answer,
  ...('error' in answer && { error: withoutSecretsIn(answer.error) }),
});

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the error of a problem document: the server refused the request before a tool was called. */
function toError(problem: Record<string, unknown>): object {
  if (typeof problem.code !== 'string') throw new Error('the answer is no message of JSON-RPC and no problem document');
  return { code: SERVER_ERROR, message: `${String(problem.detail)} (${problem.code})`, data: problem };
}
