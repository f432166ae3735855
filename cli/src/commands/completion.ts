import { Argument } from 'commander';
import { defineCommand } from './command';

export const completion = defineCommand<object>({
  name: 'completion',
  summary: 'Print the completion of commands and options for a shell',
  examples: [
    ['source <(glossa completion bash)', 'in ~/.bashrc'],
    ['glossa completion zsh > "${fpath[1]}/_glossa"', 'for zsh'],
    ['glossa completion fish > ~/.config/fish/completions/glossa.fish', 'for fish'],
  ],
  declare: (command) => void command.addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish'])),
  run: async (run) => (await import('../terminal/run-completion')).runCompletion(run),
});
