import { ApiProperty } from '@nestjs/swagger';
import type { Page } from '../../http/queries/page';
import { PageDto } from '../../http/queries/page.dto';
import type { Namespace } from '../namespace-list';

/** A namespace of a project. */
export class NamespaceDto {
  @ApiProperty({
    description: 'The part of key names before the first dot; empty for the names without a dot.',
    example: 'home',
  })
  name!: string;

  @ApiProperty({ description: 'The number of keys in this namespace.', type: 'integer', example: 42 })
  keys!: number;
}

/** A page of namespaces. */
export class NamespaceListDto extends PageDto {
  @ApiProperty({ type: [NamespaceDto] })
  namespaces!: NamespaceDto[];

  static from({ items, nextCursor }: Page<Namespace>): NamespaceListDto {
    return { namespaces: items.map(({ name, keys }) => ({ name, keys })), nextCursor };
  }
}
