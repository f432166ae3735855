import type { ContentObject } from '@nestjs/swagger';
import type { OperationOptions } from '../http/operation.decorator';

export const JSON_RPC_ERROR: ContentObject = {
  'application/json': {
    schema: { type: 'object', additionalProperties: true },
    example: { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Method not allowed.' } },
  },
};

export const mcpOperation = {
  id: 'mcp',
  answer: 'page',
  readsAsGet: true,
  bearerOnly: true,
  summary: 'Speak the Model Context Protocol',
  description:
    'The endpoint of MCP clients, such as editors with an assistant: streamable HTTP without sessions, for the protocol versions 2026-07-28, 2025-11-25 and 2025-06-18. ' +
    'The body is one JSON-RPC message. The response is one too; 202 without a body to a notification. ' +
    'A refusal of a tool is a result with `isError`, whose JSON has the same `code` and `detail` as a problem document. A message that the protocol does not allow is a JSON-RPC error with the HTTP status of the protocol, and other methods than POST are a 405. ' +
    'Each request counts in the rate limit. `tools/list` has only the tools that the scopes of the API key allow. `/mcp` is the same endpoint. ' +
    'No session of the dashboard is accepted, and no `Origin` but this host and `CORS_ORIGINS`.',
  errors: ['cross_site_request'],
  content: {
    'application/json': {
      schema: { type: 'object', additionalProperties: true },
      example: { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: '{"projects":[]}' }] } },
    },
  },
} satisfies OperationOptions;
