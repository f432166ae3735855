/** The service that the client of orval calls. */
export const service = { baseUrl: '', apiKey: '' };

/**
 * The function that sends the requests of the client of orval (its `mutator`). As in orval's own client, the result has
 * the status, and nothing is thrown for a refused request.
 */
export async function sendToService<T>(path: string, init: RequestInit): Promise<T> {
  const headers = { ...init.headers, Authorization: `Bearer ${service.apiKey}` };
  const response = await fetch(service.baseUrl + path, { ...init, headers });
  return { status: response.status, headers: response.headers, data: await read(response) } as T;
}

async function read(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (/json/.test(type)) return response.json();
  return /zip|openxmlformats/.test(type) ? response.blob() : response.text();
}
