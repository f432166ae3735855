import { defineCommand } from './command';

interface Options {
  apiKey?: string;
}

export const login = defineCommand<Options>({
  name: 'login',
  summary: 'Keep an API key for a server in the configuration folder of this user',
  examples: [
    ['glossa login --server https://glossa.example.com', 'asks for the API key'],
    ['glossa login --server https://glossa.example.com < key.txt', 'reads the API key from standard input'],
  ],
  run: async (run) => (await import('../config/run-login')).runLogin(run),
});
