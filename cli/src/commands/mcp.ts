import { defineCommand } from './command';

export const mcp = defineCommand<object>({
  name: 'mcp',
  summary: 'Speak the Model Context Protocol over standard input and output, for editors with an assistant',
  examples: [
    ['glossa mcp', 'serves an editor that starts it, with the server of glossa.json'],
    ['glossa mcp --server https://glossa.example.com', 'serves without a glossa.json'],
  ],
  run: async (run) => (await import('../mcp/run-mcp')).runMcp(run),
});
