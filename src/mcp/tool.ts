import type { Principal } from '../common/access/principal';
import type { Scope } from '../common/access/scope';
import type { FieldError } from '../common/errors/catalogue';
import { ValidationFailedError } from '../common/errors/domain-error';
import { jsonPointer } from '../common/validation/json-pointer';

/** A JSON Schema, as the small ones of tools are. */
export interface JsonSchema {
  [keyword: string]: JsonSchemaValue;
}
type JsonSchemaValue = string | number | boolean | JsonSchemaValue[] | JsonSchema;

/** The arguments of a call, which have the names that the tool declares. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The caller of a tool. */
export interface ToolCaller {
  principal: Principal;
  /** Returns a signal that is aborted when the client disconnects. */
  client: () => AbortSignal;
}

/**
 * A tool of the Model Context Protocol: it checks its arguments by the DTOs of the HTTP API, and calls the same
 * services.
 */
export interface Tool {
  name: string;
  description: string;
  /** Scopes of which the caller needs one. */
  scopes: readonly [Scope, ...Scope[]];
  /** JSON Schemas of the arguments. All schemas together are small: clients put them into the context of each model. */
  properties: Readonly<Record<string, JsonSchema>>;
  required: readonly string[];
  annotations: {
    readOnlyHint: boolean;
    /** Whether the tool can replace or remove something. */
    destructiveHint: boolean;
    /** Whether a repetition of the same call changes nothing more. */
    idempotentHint: boolean;
    /** Whether the tool can make the service ask another service. Default: false. */
    openWorldHint?: boolean;
  };
  run(sent: Arguments, caller: ToolCaller): Promise<object>;
}

/** The hints of a tool that reads, and changes nothing. */
export const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const;

/** The argument that nearly all tools have. */
export const PROJECT = { type: 'string', description: 'Project id' } as const;

export const isAllowed = ({ scopes }: Tool, principal: Principal): boolean =>
  scopes.some((scope) => principal.scopes.has(scope));

/** @throws ValidationFailedError for arguments that the tool does not have, or that lack */
export function assertArguments({ properties, required }: Tool, sent: unknown): asserts sent is Arguments {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw new ValidationFailedError([{ pointer: '', code: 'wrong_type', detail: 'must be an object' }]);
  }
  const names = Object.keys(sent);
  const errors: FieldError[] = [
    ...names
      .filter((name) => !Object.hasOwn(properties, name))
      .map((name) => ({ pointer: jsonPointer(name), code: 'unknown_field' as const, detail: 'is not known' })),
    ...required
      .filter((name) => !names.includes(name))
      .map((name) => ({ pointer: jsonPointer(name), code: 'required' as const, detail: 'is required' })),
  ];
  if (errors.length > 0) throw new ValidationFailedError(errors);
}

/**
 * Returns the id of the project, and the other arguments.
 *
 * @throws ValidationFailedError
 */
export function splitProject({ project, ...rest }: Arguments): { project: string; rest: Record<string, unknown> } {
  if (typeof project !== 'string') {
    throw new ValidationFailedError([{ pointer: '/project', code: 'wrong_type', detail: 'must be a string' }]);
  }
  return { project: project.toLowerCase(), rest };
}

/** Returns a list of the arguments. @throws ValidationFailedError */
export function listOf(sent: Arguments, name: string, max: number): readonly unknown[] {
  const list = sent[name];
  const pointer = jsonPointer(name);
  if (!Array.isArray(list))
    throw new ValidationFailedError([{ pointer, code: 'wrong_type', detail: 'must be a list' }]);
  if (list.length === 0) throw new ValidationFailedError([{ pointer, code: 'too_few', detail: 'at least 1 item' }]);
  if (list.length > max)
    throw new ValidationFailedError([{ pointer, code: 'too_many', detail: `at most ${max} items` }]);
  return list as unknown[];
}

/** Returns a revision of the arguments. @throws ValidationFailedError */
export function revisionOf(revision: unknown): string {
  if (typeof revision === 'number') return String(revision);
  throw new ValidationFailedError([{ pointer: '/revision', code: 'wrong_type', detail: 'must be a whole number' }]);
}
