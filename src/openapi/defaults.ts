import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { DOCUMENTED } from '../common/validation/fields';

const PROPERTY = 'swagger/apiModelProperties';

/** Documents the default of each field of a DTO: the value that a new DTO has. */
export function documentDefaults(): void {
  for (const prototype of DOCUMENTED) {
    const dto = new (prototype.constructor as Type<object>)();
    for (const [name, value] of Object.entries(dto)) {
      const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
      if (isPlain && Reflect.hasOwnMetadata(PROPERTY, prototype, name)) {
        ApiProperty({ default: value as unknown })(prototype, name);
      }
    }
  }
}
