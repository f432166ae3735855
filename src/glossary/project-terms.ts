import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { PreparedStatement } from '../database/statements';
import { type PackedTerms, MATCHING_VERSION } from './matching/packed-terms';
import { TermSet, type CheckedTerm } from './matching/term-set';
import { OF_PROJECT, VERSION } from './glossary-statements';
import type { TermContent } from './term';

/** A term that applies to a project. */
export type ProjectTerm = Omit<TermContent, 'projectIds'> & { id: string };

/** The terms that apply to a project, as one version of the glossary has them. */
export interface TermsOfProject {
  version: string;
  /** The terms in the form that is passed to a thread. `terms` has functions, which cannot be passed. */
  packed: PackedTerms;
  terms: TermSet<ProjectTerm>;
}

/** A database or a transaction. */
export interface Reader {
  rows<Row>(statement: PreparedStatement, values: unknown[]): Promise<Row[]>;
}

interface ProjectOfTerms {
  id: string;
  organizationId: string;
}

/** The bytes of the terms that are kept, and the projects of which they are. */
const MAX_KEPT_BYTES = 16 * 1_048_576;
const MAX_KEPT = 1_000;

const NO_TERMS: TermsOfProject = { version: '0', packed: { hash: '', packed: '[]' }, terms: new TermSet([]) };

/** Reads the terms of projects, and keeps them until the glossary changes. */
@Injectable()
export class ProjectTerms {
  private readonly kept = new LRUCache<string, TermsOfProject>({
    max: MAX_KEPT,
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ packed }) => 1 + packed.packed.length,
  });

  /** @param from what the caller reads: on the embedded database, a transaction has the only connection */
  async of({ id, organizationId }: ProjectOfTerms, from: Reader): Promise<TermsOfProject> {
    const [glossary] = await from.rows<{ version: string }>(VERSION, [organizationId]);
    if (!glossary) return NO_TERMS;
    const kept = this.kept.get(id);
    if (kept?.version === glossary.version) return kept;
    const [read] = await from.rows<{ version: string; terms: ProjectTerm[] }>(OF_PROJECT, [organizationId, id]);
    if (!read) return NO_TERMS;
    const packed = JSON.stringify(read.terms.map(toChecked));
    const terms = {
      version: read.version,
      packed: { hash: hashOf(packed), packed },
      terms: new TermSet(read.terms),
    };
    this.kept.set(id, terms);
    return terms;
  }
}

/** Leaves out what no check reads, so that a new definition does not make texts be checked again. */
const toChecked = ({
  term,
  language,
  caseSensitive,
  doNotTranslate,
  forbidden,
  translations,
}: ProjectTerm): CheckedTerm => ({ term, language, caseSensitive, doNotTranslate, forbidden, translations });

const hashOf = (packed: string): string =>
  packed === '[]' ? '' : createHash('sha256').update(`${MATCHING_VERSION} ${packed}`).digest('hex').slice(0, 32);
