declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: { 'accept-encoding'?: string } });
    /** Those of the available codings that the caller takes, best first; `preferred` decides among equals. */
    encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
  }
}
