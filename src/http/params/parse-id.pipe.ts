import { Injectable, type PipeTransform } from '@nestjs/common';

/**
 * Converts an id in a path to lower case, as the database returns it: UUIDs are case-insensitive (RFC 9562 §4).
 * A malformed id passes, because it names nothing: the service refuses it with the 404 of its resource.
 */
@Injectable()
export class ParseIdPipe implements PipeTransform<string, string> {
  transform(id: string): string {
    return id.toLowerCase();
  }
}
