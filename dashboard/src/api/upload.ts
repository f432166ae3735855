import { withWaits } from './client';

/**
 * Sends a file, or a form with files, as the body of a POST. `fetch` does not report how much of a body is sent, so this is an XMLHttpRequest.
 *
 * @param onProgress receives the share that is sent, from 0 to 1
 * @throws ProblemError without a connection
 */
export function upload(url: string, body: Blob | FormData, onProgress: (share: number) => void): Promise<Response> {
  return withWaits(() => post(url, body, onProgress), new AbortController().signal);
}

function post(url: string, body: Blob | FormData, onProgress: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    // The browser sets the type of a form, with its boundary.
    if (body instanceof Blob) request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => {
      const { status, statusText, responseText } = request;
      resolve(new Response(responseText, { status, statusText, headers: headersOf(request) }));
    };
    request.onerror = () => reject(new TypeError('the connection failed'));
    request.send(body);
  });
}

const headersOf = (request: XMLHttpRequest): Headers =>
  new Headers(
    request
      .getAllResponseHeaders()
      .split('\r\n')
      .filter((line) => line !== '')
      .map((line): [string, string] => {
        const [name = '', ...rest] = line.split(': ');
        return [name, rest.join(': ')];
      }),
  );
