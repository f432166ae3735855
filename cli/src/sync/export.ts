import { bodyOf } from '../api/client';
import type { FileOptions } from '../config/config';
import { type FileIdentity, PathPattern } from '../files/path-pattern';
import type { Group, Session } from './session';
import { unpackFiles } from './zip';

/** A file as the project has it. */
export interface ExportedFile extends FileIdentity {
  bytes: Uint8Array;
  /** The revision of the project. */
  revision: number;
}

/** The options that exports have of a rule. */
const exportOptions = ({
  keySeparator,
  untranslated,
  minState,
  arbNames,
  escapeFormulas,
  unwritable,
}: FileOptions) => ({
  keySeparator,
  untranslated,
  minState,
  arbNames,
  escapeFormulas,
  unwritable,
});

/** Reads the files of a group. @param revision Default: the present one */
export async function exportFiles(session: Session, group: Group, revision?: number): Promise<ExportedFile[]> {
  if (!group.format.multilingual) {
    const { bytes, revision: own } = await download(session, group, { fileList: true, revision });
    return unpackFiles(bytes).map(({ language, namespace, bytes }) => ({ language, namespace, bytes, revision: own }));
  }
  const files: ExportedFile[] = [];
  for (const namespace of await namespacesOf(session, group)) {
    const only = namespace === '' ? {} : { namespace, stripNamespace: true };
    files.push({ namespace, ...(await download(session, group, { ...only, revision })) });
  }
  return files;
}

/**
 * Returns the namespaces of the files of a group. A rule names a namespace, a local file has it, or the project has it: then the lock
 * has its file, or no other file has its keys.
 */
async function namespacesOf(session: Session, { rules }: Group): Promise<Set<string>> {
  const { tree, config, lock } = session;
  const fixed = [...rules].filter((rule) => !new PathPattern(rule.path).hasNamespace);
  const locals = tree.findCandidates();
  const found = locals.filter(({ rule }) => rules.has(rule));
  const own = new Set([...fixed, ...found].map(({ namespace = '' }) => namespace));
  if (fixed.length === rules.size) return own;
  // The namespace of a key ends at the first dot of its name.
  const others = new Set([...locals, ...config.files].map(({ namespace = '' }) => namespace.replace(/\..*/, '')));
  for (const namespace of await readNamespaces(session)) {
    const place = tree.place({ namespace }, '', (rule) => rules.has(rule));
    if (place && (place.path in lock.files || !others.has(namespace))) own.add(namespace);
  }
  return own;
}

async function readNamespaces({ api, config }: Session): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | undefined; ;) {
    const params = { path: { id: config.project }, query: { limit: 1_000, cursor } };
    const page = bodyOf(await api.GET('/api/v1/projects/{id}/namespaces', { params }));
    names.push(...page.namespaces.map(({ name }) => name));
    if (page.nextCursor === null) return names;
    cursor = page.nextCursor;
  }
}

interface Download {
  fileList?: boolean;
  namespace?: string;
  stripNamespace?: boolean;
  revision?: number;
}

async function download(
  { api, config, output }: Session,
  { format, options }: Group,
  selection: Download,
): Promise<{ bytes: Uint8Array; revision: number }> {
  output.progress(`Reading ${format.name} …`);
  const query = { format: format.id, language: ['*'], ...exportOptions(options), ...selection };
  const answer = await api.GET('/api/v1/projects/{id}/export', {
    params: { path: { id: config.project }, query: query as never },
    parseAs: 'arrayBuffer',
  });
  const bytes = new Uint8Array(bodyOf<unknown>(answer) as ArrayBuffer);
  return { bytes, revision: Number(answer.response.headers.get('X-Glossa-Revision')) };
}
