import { CommandError, ExitCode } from '../../cli/src/exit-code';
import { toAnswer } from '../../cli/src/mcp/run-mcp';
import { Output } from '../../cli/src/terminal/output';
import { hideSecret } from '../../cli/src/terminal/secrets';

const KEY = 'key "of" a\\test-0123456789';
const GENERATED = `glossa_${'a1'.repeat(21)}`;
const DETAILS = { detail: `no project ${KEY}`, errors: [{ [GENERATED]: 1, detail: [GENERATED, KEY] }], status: 404 };
const HIDDEN = { detail: 'no project …', errors: [{ '…': 1, detail: ['…', '…'] }], status: 404 };

describe('an API key', () => {
  beforeAll(() => hideSecret(KEY));

  it('is cut from all members of an error in JSON', () => {
    const written: string[] = [];
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    new Output(true).error(new CommandError(ExitCode.refused, `refused ${KEY}`, `not ${GENERATED}`, DETAILS));
    jest.restoreAllMocks();
    const error = { message: 'refused …', hint: 'not …', ...HIDDEN };
    expect(JSON.parse(written.join(''))).toEqual({ error, exitCode: ExitCode.refused });
  });

  it('is cut from the errors of glossa mcp, and from no result', () => {
    const error = { code: -32_000, message: KEY, data: DETAILS };
    expect(toAnswer({ id: 1, error })).toEqual({
      ...{ jsonrpc: '2.0', id: 1 },
      error: { code: -32_000, message: '…', data: HIDDEN },
    });
    expect(toAnswer({ id: 1, result: { text: KEY } })).toMatchObject({ result: { text: KEY } });
  });
});
