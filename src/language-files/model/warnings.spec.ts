import { addWarning, createWarnings } from './warnings';

describe('addWarning', () => {
  it('lists the first thousand warnings and counts all', () => {
    const warnings = createWarnings();
    for (let line = 1; line <= 1_000_000; line++) addWarning(warnings, { code: 'comment_dropped', detail: '', line });
    expect(warnings.count).toBe(1_000_000);
    expect(warnings.listed.map(({ line }) => line)).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1));
  });

  it('lists at most 1,000 characters of a detail', () => {
    const warnings = createWarnings();
    addWarning(warnings, { code: 'tag_dropped', detail: '😀'.repeat(100_000) });
    expect(warnings.listed[0]?.detail).toMatch(/^😀{1,499}\ufffd?…$/u);
  });
});
