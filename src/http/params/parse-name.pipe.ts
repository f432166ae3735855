import { Injectable, type PipeTransform } from '@nestjs/common';

/** Converts a name or a number in a path to lower case. The service refuses it if it is malformed. */
@Injectable()
export class ParseNamePipe implements PipeTransform<string, string> {
  transform(name: string): string {
    return name.toLowerCase();
  }
}
