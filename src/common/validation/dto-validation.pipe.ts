import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { validateDto } from './validate-dto';

/** Converts bodies and queries to the DTOs that handlers declare, and validates them. */
@Injectable()
export class DtoValidationPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    return (type === 'body' || type === 'query') && isDto(metatype) ? validateDto(metatype, value, type) : value;
  }
}

const isDto = (metatype: ArgumentMetadata['metatype']): metatype is Type<object> =>
  metatype !== undefined && ![Object, String, Number, Boolean, Array].includes(metatype as never);
