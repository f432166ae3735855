import type { OpenAPIObject, OperationObject, PathItemObject } from '@nestjs/swagger';
import { PERSON_EXTENSION, SCOPES_EXTENSION } from '../common/access/access.decorators';
import type { Scope } from '../common/access/scope';
import { OPERATION_NOTES, type OperationNotes } from '../http/operation.decorator';

/** An operation of the document, with the extensions that its decorators add. */
export interface DocumentedOperation extends OperationObject {
  /** One of these scopes is needed. Empty: any API key may call it. Undefined: it needs no API key. */
  [SCOPES_EXTENSION]?: readonly Scope[];
  /** Only the session of a person may call it. */
  [PERSON_EXTENSION]?: true;
  [OPERATION_NOTES]?: OperationNotes;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const satisfies readonly (keyof PathItemObject)[];

/** An operation, its path, and the path item that contains it. */
export interface PlacedOperation {
  path: string;
  item: PathItemObject;
  operation: DocumentedOperation;
}

export function listOperations({ paths }: Pick<OpenAPIObject, 'paths'>): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, item, operation }] : [];
    }),
  );
}
