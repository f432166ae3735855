/** The results of an integrator's program, which are the same with the client of each generator. */
export interface Results {
  projects: unknown;
  created: { id: string };
  /** The error of creating a key whose name exists. */
  refusal: { status: number; code: string | undefined; keyId: string | undefined };
  updated: unknown;
  imported: unknown;
  /** The error of an import whose file is broken. */
  brokenFile: { status: number; code: string | undefined; line: number | undefined };
  translations: unknown;
  exported: unknown;
  properties: string;
  /** The first bytes of a zip. */
  zip: string;
  deleted: boolean;
}

/** The file that the programs import, as a browser has it. */
export const germanFile = () => new File(['{"home.cta": "Jetzt kaufen"}'], 'de.json', { type: 'application/json' });

export const brokenFile = () => new File(['{"home.cta":\n'], 'de.json');

export const firstBytes = async (file: Blob): Promise<string> =>
  Buffer.from(await file.slice(0, 2).arrayBuffer()).toString('latin1');
