import { Injectable, type PipeTransform } from '@nestjs/common';
import { NIL, validate as isUuid } from 'uuid';

/**
 * Converts an id in a path to lower case, as the database returns it: UUIDs are case-insensitive (RFC 9562 §4).
 * A malformed id becomes the nil UUID, which the database can compare and no resource has: the service refuses it with
 * the 404 of its resource.
 */
@Injectable()
export class ParseIdPipe implements PipeTransform<string, string> {
  transform(id: string): string {
    return isUuid(id) ? id.toLowerCase() : NIL;
  }
}
