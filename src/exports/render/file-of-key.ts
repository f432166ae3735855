import type { ExportOptionsDto } from '../dto/export-options.dto';

/** The options that determine which keys an export has, by their namespaces. */
export type KeySelection = Pick<ExportOptionsDto, 'namespace' | 'excludeNamespace'>;

/** The options that determine the names of keys in the files of an export. */
export interface FileNames {
  /** The namespaces that have files of their own, behind the `""` of all other keys. Default: one file has all keys. */
  files?: readonly string[];
  /** Keys are written without their namespace. */
  stripNamespace: boolean;
}

/** Returns the name of a key in its file, without the namespace of the file. */
export function nameInFile(name: string, { files, stripNamespace }: FileNames, file = 0): string {
  if (!files) return stripNamespace ? name.slice(name.indexOf('.') + 1) : name;
  return file === 0 ? name : name.slice((files[file] ?? '').length + 1);
}

/**
 * Returns the SQL for the file of the key `k`: the position of the longest of the namespaces to which it belongs, each
 * of which is one part of a name or several; 0, the position of `""`, if there is none.
 *
 * @param parameter adds a parameter to the statement and returns its name
 */
export function fileOf(namespaces: readonly string[], parameter: (value: unknown) => string): string {
  const positions = new Map(namespaces.map((namespace, file) => [namespace, file]));
  positions.delete('');
  const depths = new Set([...positions.keys()].map((namespace) => namespace.split('.').length));
  if (depths.size === 0) return '0';
  // Members of a `jsonb` object are found by binary search, whatever their number.
  const files = `${parameter(JSON.stringify(Object.fromEntries(positions)))}::jsonb`;
  // A key has a name in the file of a namespace: a dot that ends the name ends no namespace.
  const parts = `string_to_array(left(k.name, -1), '.')`;
  const found = [...depths]
    .sort((one, other) => other - one)
    .map(
      (depth) =>
        `CASE WHEN cardinality(${parts}) > ${depth}
              THEN (${files} -> array_to_string((${parts})[:${depth}], '.'))::int END`,
    );
  return `coalesce(${found.join(', ')}, 0)`;
}

/**
 * Returns the SQL of the condition that an export has the key `k`.
 *
 * @param parameter adds a parameter to the statement and returns its name
 */
export function isSelected(
  { namespace, excludeNamespace = [] }: KeySelection,
  parameter: (value: unknown) => string,
): string {
  const conditions = ['true'];
  if (namespace !== undefined) conditions.push(`k.namespace = ${parameter(namespace)}`);
  if (excludeNamespace.length > 0) conditions.push(`${fileOf(['', ...excludeNamespace], parameter)} = 0`);
  return conditions.join(' AND ');
}
