import type { OperationOptions } from '../http/operation.decorator';
import { KeySuggestionListDto, MemoryResultListDto } from './dto/suggestions.dto';

const RULES =
  'Translations are from all projects of the organization that the caller can see, have this source language and do not have `memory: false`. ' +
  'They are `translated` or `reviewed`, and not outdated.';

const EXAMPLE = `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
  <header creationtool="Glossa" creationtoolversion="1" segtype="block" o-tmf="Glossa" adminlang="en" srclang="en" datatype="plaintext"/>
  <body>
    <tu tuid="019a9f3e-7b2d-7c61-9a4f-5d6e7f8a9b0c">
      <prop type="x-project">Web shop</prop>
      <prop type="x-key">home.title</prop>
      <prop type="x-state">reviewed</prop>
      <tuv xml:lang="en"><seg>Welcome</seg></tuv>
      <tuv xml:lang="de" changedate="20261121T080000Z"><seg>Willkommen</seg></tuv>
    </tu>
  </body>
</tmx>
`;

export const memoryOperations = {
  ofKey: {
    id: 'getSuggestions',
    answer: 'page',
    summary: 'Suggest translations of a key',
    description: `Returns translations of texts that are similar to the source text of the key, the best first. ${RULES} With \`machine=true\`, a machine translates it too.`,
    response: KeySuggestionListDto,
    errors: ['key_not_found', 'unknown_language', 'language_not_allowed', 'unknown_revision'],
  },
  search: {
    id: 'searchMemory',
    answer: 'page',
    summary: 'Search the translation memory',
    description:
      'Returns translations of texts that are similar to the text `source` and to each of up to 100 `texts`, as ' +
      '`GET /keys/{id}/suggestions` does for a key. ' +
      'Beyond 4 MiB, suggestions are left out, and results not `complete`.',
    response: MemoryResultListDto,
    readsAsGet: true,
  },
  export: {
    id: 'exportMemory',
    answer: 'stream',
    summary: 'Export the translation memory',
    description:
      'Returns all translations between two languages that the memory offers as TMX 1.4: a unit for each key, with `x-project`, `x-key` and ' +
      '`x-state`. Translations with characters that XML cannot contain are left out, and counted in a comment at the end. Texts are as they are ' +
      'when they are read. If a language has none, the file has no units.',
    content: { 'application/x-tmx+xml': { schema: { type: 'string' }, example: EXAMPLE } },
    headers: {
      'Content-Disposition': {
        description: 'The name of the file (RFC 6266).',
        schema: { type: 'string' },
        example: 'attachment; filename=memory-en-de.tmx',
      },
    },
  },
} satisfies Record<string, OperationOptions>;
