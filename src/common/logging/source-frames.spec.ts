import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { errorRecord } from './error-record';
import { inSources } from './source-frames';

const SOURCE = `interface Shape { sides: number }

export function fail(shape: Shape): never {
  throw new Error(\`\${shape.sides} sides\`);
}
`;

/** Line and column of a text in another one, as frames have them. */
const placeOf = (part: string, text: string): string => {
  const lines = text.slice(0, text.indexOf(part)).split('\n');
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
};

describe('inSources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glossa frames (1)-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const { outputText, sourceMapText = '' } = ts.transpileModule(SOURCE, {
    fileName: 'shape.ts',
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, sourceMap: true },
  });
  const inCompiled = `${join(folder, 'shape.js')}:${placeOf('new Error', outputText)}`;
  const inSource = `${join(folder, 'shape.ts')}:${placeOf('new Error', SOURCE)}`;
  writeFileSync(join(folder, 'shape.js'), outputText);
  writeFileSync(join(folder, 'shape.js.map'), sourceMapText);

  it.each([
    ['a function', (place: string) => `    at fail (${place})`],
    ['a method with an alias', (place: string) => `    at async Shape.fail [as check] (${place})`],
    ['no function', (place: string) => `    at ${place}`],
    ['an awaited module', (place: string) => `    at async ${place}`],
  ])('names the source, line and column in a frame of %s', (_, frame) => {
    const stack = (place: string): string => `Error: 3 sides\n${frame(place)}\n    at node:internal/main:1:2`;
    expect(inCompiled).not.toContain(placeOf('new Error', SOURCE));
    expect(inSources(stack(inCompiled))).toBe(stack(inSource));
  });

  it('names them in the log', () => {
    const stack = (place: string): string => `Error: 3 sides\n    at fail (${place})`;
    const error = Object.assign(new Error('3 sides'), { stack: stack(inCompiled) });
    expect(errorRecord(error).stack).toBe(`    at fail (${inSource})`);
  });

  it('leaves frames of a file whose source map is damaged, as while a build writes it', () => {
    writeFileSync(join(folder, 'damaged.js.map'), sourceMapText.slice(0, -10));
    const stack = `Error: 3 sides\n    at fail (${join(folder, 'damaged.js')}:1:2)`;
    expect(inSources(stack)).toBe(stack);
  });

  it('leaves the message, and frames of files without a source map, as they are', () => {
    const stack = `Error: in ${inCompiled}\n    at f (/gone.js:1:2)\n    at native\n    at node:internal/main:1:2`;
    expect(inSources(stack)).toBe(stack);
  });
});
