import { ApiProperty } from '@nestjs/swagger';
import type { NamespacePage } from '../namespace-list';

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
export class NamespaceListDto {
  @ApiProperty({ type: [NamespaceDto] })
  namespaces!: NamespaceDto[];

  @ApiProperty({
    description: 'The `cursor` of the next page; null on the last page.',
    type: String,
    nullable: true,
    example: null,
  })
  nextCursor!: string | null;

  static from({ namespaces, nextCursor }: NamespacePage): NamespaceListDto {
    return { namespaces: namespaces.map(({ name, keys }) => ({ name, keys })), nextCursor };
  }
}
