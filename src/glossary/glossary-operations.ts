import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';
import { GlossaryImportDto, ImportTermsFormDto } from './dto/term-files.dto';
import { TermListDto, TermResponseDto } from './dto/term.dto';

const RIGHTS =
  'A caller that is limited to projects writes only terms of these (403 `not_grantable`). One that is limited to languages writes only ' +
  'translations into these (403 `language_not_allowed`): it creates and deletes no term that is `doNotTranslate` or `forbidden`, ' +
  'and changes no other field of a term (403 `not_grantable`).';

const LIMITS =
  'A glossary has at most 10,000 terms, and 4 MiB of texts and projects, each project of a term with 37 bytes (400 `limit_exceeded`).';

const CSV =
  'term,language,partOfSpeech,definition,caseSensitive,doNotTranslate,forbidden,projectIds,de\ninvoice,en,noun,,false,false,false,,Rechnung|Faktura\n';

const IMPORT =
  'Adds the terms of a file of up to 8 MiB, and changes terms that the glossary has for the same language, part of speech and projects: ' +
  'translations into the languages of the file are replaced, others stay, and so does what the file has no column for: without `partOfSpeech`, `forbidden` or `projectIds`, a row means the one term ' +
  'that agrees with the others, and without `forbidden` one that is not forbidden (400 `malformed_file` if several agree, or only a forbidden one). No term is deleted. ' +
  'CSV has a header with the column `term`, others as an export has them, and one for each language, whose translations are separated by `|`. ' +
  'TBX is TBX-Basic (ISO 30042); its deprecated terms are forbidden. ' +
  'With `language_not_allowed`, `errors` has the first 100 lines with translations that the caller cannot write, and with `not_grantable`, ' +
  'the first 100 lines with terms that a caller who is limited to languages would change for all languages.';

export const glossaryOperations = {
  list: {
    id: 'listTerms',
    answer: 'page',
    summary: 'List terms',
    description:
      'Lists the terms of the organization that apply to all projects, or to one that the caller can see, in alphabetical order. ' +
      'A page ends at 4 MiB too: `nextCursor` is the `cursor` of the next page, and only null ends the list.',
    response: TermListDto,
    errors: ['project_not_found'],
  },
  create: {
    id: 'createTerm',
    answer: 'object',
    summary: 'Create a term',
    description: `Adds a term to the glossary. ${RIGHTS} ${LIMITS}`,
    status: 201,
    response: TermResponseDto,
    idempotent: true,
    errors: ['term_exists', 'limit_exceeded', 'not_grantable', 'language_not_allowed', 'project_busy'],
  },
  get: {
    id: 'getTerm',
    answer: 'object',
    summary: 'Get a term',
    description: 'Returns a term of the glossary.',
    response: TermResponseDto,
    errors: ['term_not_found'],
  },
  change: {
    id: 'changeTerm',
    answer: 'object',
    summary: 'Change a term',
    description: `Changes a term. ${RIGHTS} ${LIMITS}`,
    response: TermResponseDto,
    requestExample: { definition: 'A bill that a customer has to pay', translations: { de: ['Rechnung', 'Faktura'] } },
    errors: [
      'term_not_found',
      'term_exists',
      'limit_exceeded',
      'not_grantable',
      'language_not_allowed',
      'project_busy',
    ],
  },
  delete: {
    id: 'deleteTerm',
    answer: 'object',
    summary: 'Delete a term',
    description: `Deletes a term. ${RIGHTS}`,
    response: DeletedDto,
    errors: ['term_not_found', 'not_grantable', 'language_not_allowed', 'project_busy'],
  },
  export: {
    id: 'exportTerms',
    answer: 'page',
    summary: 'Export terms',
    description:
      'Returns all terms that the caller can see as a file, which an import reads. A glossary that is ' +
      'larger than its limit, from a version that did not count projects, has none (400 `limit_exceeded`).',
    content: {
      'text/csv': { schema: { type: 'string' }, example: CSV },
      'application/x-tbx+xml': {
        schema: { type: 'string' },
        example: '<martif type="TBX-Basic" xml:lang="en">…</martif>',
      },
    },
    conditional: true,
    errors: ['limit_exceeded'],
  },
  import: {
    id: 'importTerms',
    answer: 'object',
    summary: 'Import terms',
    description: `${IMPORT} ${RIGHTS} ${LIMITS}`,
    form: ImportTermsFormDto,
    response: GlossaryImportDto,
    idempotent: true,
    errors: ['malformed_file', 'limit_exceeded', 'not_grantable', 'language_not_allowed', 'project_busy'],
  },
} satisfies Record<string, OperationOptions>;
