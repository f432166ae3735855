import { ApiProperty } from '@nestjs/swagger';

/** A message of JSON-RPC 2.0, as the Model Context Protocol defines it. */
export class McpMessageDto {
  @ApiProperty({ enum: ['2.0'], example: '2.0' })
  jsonrpc!: string;

  @ApiProperty({
    description: 'The number of the request; absent in a notification.',
    oneOf: [{ type: 'string' }, { type: 'integer' }],
    required: false,
    example: 1,
  })
  id?: string | number;

  @ApiProperty({ description: 'Such as `initialize`, `tools/list` or `tools/call`.', example: 'tools/call' })
  method!: string;

  @ApiProperty({
    type: Object,
    additionalProperties: true,
    required: false,
    example: { name: 'list_projects', arguments: {} },
  })
  params?: object;
}
