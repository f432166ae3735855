import { addWarning, createWarnings } from './warnings';

describe('warnings', () => {
  it('are listed up to the thousandth and counted beyond, so that a million of them take no memory', () => {
    const warnings = createWarnings();
    for (let line = 1; line <= 1_000_000; line++) addWarning(warnings, { code: 'comment_dropped', detail: '', line });
    expect(warnings.count).toBe(1_000_000);
    expect(warnings.listed.map(({ line }) => line)).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1));
  });
});
