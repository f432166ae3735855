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
  for (const namespace of namespacesOf(session, group)) {
    const only = namespace === '' ? {} : { namespace, stripNamespace: true };
    files.push({ namespace, ...(await download(session, group, { ...only, revision })) });
  }
  return files;
}

/** The namespaces that the rules of a group name, and the namespaces of the files that match them. */
function namespacesOf({ tree }: Session, { rules }: Group): Set<string> {
  const fixed = [...rules].filter((rule) => !new PathPattern(rule.path).hasNamespace);
  const found = tree.find().filter(({ rule }) => rules.has(rule));
  return new Set([...fixed.map(({ namespace = '' }) => namespace), ...found.map(({ namespace }) => namespace)]);
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
