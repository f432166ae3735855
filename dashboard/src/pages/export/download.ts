import { jsonOf, type Schemas, send } from '../../api/client';

/** Downloads the file of an export under the name that the service gives it. @returns the number of its warnings */
export async function download(path: string): Promise<number> {
  const response = await send(new Request(path));
  // It throws what the refusal says.
  if (!response.ok) return jsonOf(response);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = fileName(response.headers.get('Content-Disposition') ?? '');
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return Number(response.headers.get('X-Export-Warnings'));
}

/** Reads what the format cannot represent of the texts of this export. */
export async function readWarnings(path: string): Promise<Schemas['ExportWarnings']> {
  return jsonOf(await send(new Request(`${path}&details=true`)));
}

/** The file name of a `Content-Disposition` header (RFC 6266). */
function fileName(header: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(header) ?? [];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const [, quoted, token] = /filename=(?:"([^"]*)"|([^;\s]+))/i.exec(header) ?? [];
  return quoted ?? token ?? 'export';
}
