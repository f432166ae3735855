export interface RawResponse {
  status: number;
  /** Status line and headers. */
  head: string;
  body: string;
}

/**
 * Splits what a client received on one connection into its final responses; interim responses (1xx) are left out.
 * @param received in Latin-1
 * @param methods of the requests in their order: a response to HEAD has no body
 */
export function splitResponses(
  received: string,
  methods: readonly string[],
): { responses: RawResponse[]; rest: string } {
  const responses: RawResponse[] = [];
  let rest = received;
  for (;;) {
    const next = takeResponse(rest, methods[responses.length] === 'HEAD');
    if (!next) return { responses, rest };
    rest = next.rest;
    if (next.response.status >= 200) responses.push(next.response);
  }
}

function takeResponse(received: string, toHead: boolean): { response: RawResponse; rest: string } | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = received.slice(0, end);
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]);
  const after = received.slice(end + 4);
  const respond = (body: string, rest: string) => ({ response: { status, head, body }, rest });
  if (toHead || status < 200 || status === 204 || status === 304) return respond('', after);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    if (after.length < Number(length)) return undefined;
    return respond(after.slice(0, Number(length)), after.slice(Number(length)));
  }
  // No body of the service contains the text that ends its last chunk.
  const last = after.indexOf('0\r\n\r\n');
  if (!/\r\ntransfer-encoding: chunked/i.test(head) || last < 0) return undefined;
  return respond(after.slice(0, last), after.slice(last + 5));
}
