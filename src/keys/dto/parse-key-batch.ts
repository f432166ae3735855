import type { Type } from '@nestjs/common';
import type { FieldError } from '../../common/errors/catalogue';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { type JsonPointer, jsonPointer } from '../../common/validation/json-pointer';
import { checkDto, type DtoSource } from '../../common/validation/validate-dto';
import { CreateKeyDto } from './create-key.dto';
import { type KeyBatchDto, MAX_BATCH, UpdateKeyInBatchDto } from './key-batch.dto';

/** Up to 1,000 changes of keys, each of them valid; no key is named twice. */
export interface KeyBatch {
  create: CreateKeyDto[];
  update: UpdateKeyInBatchDto[];
  delete: string[];
}

/** @throws ValidationFailedError with each error of the batch */
export function parseKeyBatch(sent: KeyBatchDto): KeyBatch {
  const { create = [], update = [], delete: deletions = [] } = sent;
  const lists = { create, update, delete: deletions };
  assertLists(lists);
  assertSize(lists);
  const created = parseItems(CreateKeyDto, lists.create, 'create', 'body');
  const updated = parseItems(UpdateKeyInBatchDto, lists.update, 'update', 'body');
  const deleted = lists.delete.map((id) => (typeof id === 'string' ? id.toLowerCase() : id));
  const errors = [...created.errors, ...updated.errors, ...findIdErrors(updated.items, deleted)];
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return { create: created.items, update: updated.items, delete: deleted as string[] };
}

function assertLists(lists: Record<keyof KeyBatch, unknown>): asserts lists is Record<keyof KeyBatch, unknown[]> {
  const errors = Object.entries(lists)
    .filter(([, list]) => !Array.isArray(list))
    .map(([name]): FieldError => ({ pointer: jsonPointer(name), code: 'wrong_type', detail: 'must be a list' }));
  if (errors.length > 0) throw new ValidationFailedError(errors);
}

function assertSize(lists: Record<keyof KeyBatch, unknown[]>): void {
  const size = Object.values(lists).reduce((sum, list) => sum + list.length, 0);
  if (size === 0) {
    throw new ValidationFailedError([
      { pointer: '', code: 'required', detail: 'at least one of create, update, delete' },
    ]);
  }
  if (size > MAX_BATCH) {
    throw new ValidationFailedError([{ pointer: '', code: 'too_many', detail: `at most ${MAX_BATCH} in all` }]);
  }
}

/** @param name of the list in the request */
export function parseItems<T extends object>(
  dto: Type<T>,
  list: readonly unknown[],
  name: string,
  source: DtoSource,
): { items: T[]; errors: FieldError[] } {
  const checked = list.map((item) => checkDto(dto, item, source));
  return {
    // An item with an error has no id that could be named twice.
    items: checked.map(({ instance, errors }) => (errors.length > 0 ? new dto() : instance)),
    errors: checked.flatMap(({ errors }, index) =>
      errors.map((error) => ({ ...error, pointer: jsonPointer(name, index) + error.pointer })),
    ),
  };
}

/** A batch names each key once: the order of two changes of one key would be open. */
function findIdErrors(updates: readonly { id?: unknown }[], deletions: readonly unknown[]): FieldError[] {
  const seen = new Set<string>();
  const find = (id: unknown, pointer: JsonPointer): FieldError[] => {
    if (typeof id !== 'string') return [{ pointer, code: 'wrong_type', detail: 'must be a string' }];
    if (seen.has(id)) return [{ pointer, code: 'duplicate', detail: 'the key occurs twice in the batch' }];
    seen.add(id);
    return [];
  };
  return [
    ...updates.flatMap(({ id }, index) => (typeof id === 'string' ? find(id, jsonPointer('update', index, 'id')) : [])),
    ...deletions.flatMap((id, index) => find(id, jsonPointer('delete', index))),
  ];
}
