import type { OpenAPIObject, OperationObject, PathItemObject } from '@nestjs/swagger';
import { SCOPES_EXTENSION } from '../common/access/access.decorators';
import type { Scope } from '../common/access/scope';
import { OPERATION_NOTES, type OperationNotes } from '../http/operation.decorator';

/** An operation as its decorators left it. */
export interface DocumentedOperation extends OperationObject {
  /** One of them is needed; empty: any API key will do; undefined: anybody may call it. */
  [SCOPES_EXTENSION]?: readonly Scope[];
  [OPERATION_NOTES]?: OperationNotes;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const satisfies readonly (keyof PathItemObject)[];

export interface PlacedOperation {
  path: string;
  item: PathItemObject;
  operation: DocumentedOperation;
}

export function operationsOf({ paths }: Pick<OpenAPIObject, 'paths'>): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, item, operation }] : [];
    }),
  );
}
