import { bodyOf } from '../api/client';
import type { FileOptions, FileRule } from '../config/config';
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

/**
 * Reads the files of a group. Without a rule that has `{namespace}`, files of namespaces that no rule names belong elsewhere, and are left
 * out.
 *
 * @param revision Default: the present one
 */
export async function exportFiles(session: Session, group: Group, revision?: number): Promise<ExportedFile[]> {
  if (takesAll(group)) return exportAll(session, group, revision);
  const { own, former } = session.namespacesOf(group);
  const isNamed = (namespace: string): boolean => own.has(namespace) || former.has(namespace);
  // The file without a namespace has the keys of all namespaces that have no file.
  const elsewhere = group.format.multilingual || isNamed('') ? [] : await readNamespaces(session);
  const files = await exportAll(session, group, revision, elsewhere);
  return files.filter(({ namespace }) => isNamed(namespace));
}

const takesAll = ({ rules }: Group): boolean => [...rules].some(({ path }) => new PathPattern(path).hasNamespace);

/** Reads the files of a group and those without a path. @param elsewhere namespaces that may be left out, unless the group names them */
export async function exportAll(
  session: Session,
  group: Group,
  revision?: number,
  elsewhere: readonly string[] = [],
): Promise<ExportedFile[]> {
  const { own, former, others } = session.namespacesOf(group);
  if (!group.format.multilingual) {
    // An export without `shop` lacks the keys of `shop.cart`, which may have a file of this group. Files of others are left out below.
    const namespaces = [...own, ...former];
    const excluded = [...new Set([...others, ...elsewhere])].filter(
      (other) => !namespaces.some((each) => each === other || isBelow(each, other)),
    );
    const areKeysOfOwn = excluded.some((other) => namespaces.some((each) => isBelow(other, each)));
    const selection = { fileList: true, excludeNamespace: bounded(session, excluded, areKeysOfOwn), revision };
    const { bytes, revision: now } = await download(session, group, selection);
    return unpackFiles(bytes)
      .filter(({ namespace }) => !others.has(namespace))
      .map(({ language, namespace, bytes }) => ({ language, namespace, bytes, revision: now }));
  }
  const files: ExportedFile[] = [];
  const namespaces = await findNamespaces(session, group);
  const all = [...new Set([...own, ...former, ...others, ...namespaces])];
  for (const namespace of namespaces) {
    const only = namespace === '' ? {} : { namespace, stripNamespace: true };
    const excludeNamespace = bounded(
      session,
      all.filter((each) => each !== namespace && isBelow(each, namespace)),
    );
    files.push({ namespace, ...(await download(session, group, { ...only, excludeNamespace, revision })) });
  }
  return files;
}

/** The bytes of namespaces that an address can name, and their number that an export takes. */
const MAX_EXCLUDED_BYTES = 6_000;
const MAX_EXCLUDED = 500;

/** Returns the namespaces to leave out, none if there are too many: a note says so if files have the keys of others then. */
function bounded({ output }: Session, all: string[], areKeysOfOwn = true): string[] {
  const query = new URLSearchParams(all.map((namespace): [string, string] => ['excludeNamespace', namespace]));
  if (all.length <= MAX_EXCLUDED && query.toString().length <= MAX_EXCLUDED_BYTES) return all;
  if (areKeysOfOwn)
    output.note(`files may have keys of other files: the ${all.length} namespaces of these are too many to leave out`);
  return [];
}

/** Whether a file of one namespace has keys of the other, unless that one has a file too. */
const isBelow = (one: string, other: string): boolean => other === '' || one.startsWith(`${other}.`);

/**
 * Returns the namespaces of the files of a group of tables. A rule names a namespace, a local file has it, or the project has it: then
 * the lock has its file, or no other file has its keys.
 */
async function findNamespaces(session: Session, group: Group): Promise<Set<string>> {
  const { own, former, others } = session.namespacesOf(group);
  const found = new Set(own);
  const accepts = (rule: FileRule): boolean => group.rules.has(rule);
  if (!takesAll(group)) return found;
  // The namespace of a key ends at the first dot of its name.
  const taken = new Set([...own, ...others].map((namespace) => namespace.replace(/\..*/, '')));
  for (const namespace of await readNamespaces(session)) {
    const isOpen = former.has(namespace) || !taken.has(namespace);
    if (isOpen && session.tree.place({ namespace }, '', accepts)) found.add(namespace);
  }
  return found;
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
  excludeNamespace?: string[];
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
