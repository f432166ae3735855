import * as fc from 'fast-check';
import { isUnwritable } from '../model/left-out';
import { orFormatError, type Subject } from './expectations.contract';
import { type Sample, type Written, writeSamples } from './round-trip.contract';
import { anyKey, anyText, NASTY_KEYS, NASTY_TEXTS } from './samples.contract';
import { samples } from '../../../test/support/samples';

/** Describes that a file without the keys that the format cannot hold is the file of all other keys. */
export function describeLeftOut(subject: Subject): void {
  const { codec, language } = subject;
  const write = (samples: readonly Sample[]): Written | undefined =>
    orFormatError(() => writeSamples(codec, samples, language));

  function expectLeftOut(samples: readonly Sample[]): void {
    const written = writeSamples(codec, samples, language, { leavesOutUnwritable: true });
    const leftOut = new Set(written.warnings.filter(isUnwritable).map(({ key }) => key));
    const others = samples.filter(({ key }) => !leftOut.has(key));
    const expected = write(others);
    expect(Buffer.from(expected?.bytes ?? []).toString()).toBe(Buffer.from(written.bytes).toString());
    expect(leftOut.size > 0).toBe(write(samples) === undefined);
  }

  it('leaves out the keys and texts that it cannot hold, each with a warning', () => {
    const keys = NASTY_KEYS.map((key, i): Sample => ({ key, value: `Text ${i}`, source: `Source ${i}` }));
    const texts = NASTY_TEXTS.map((text, i): Sample => ({ key: `text${i + 100}`, value: text, source: text }));
    expectLeftOut([...keys, ...texts]);
  });

  it('leaves out any keys and texts that it cannot hold', () => {
    const sample = fc.record({ key: anyKey, value: anyText, source: anyText });
    fc.assert(fc.property(fc.uniqueArray(sample, { selector: ({ key }) => key, maxLength: 6 }), expectLeftOut), {
      numRuns: samples(50),
    });
  });
}
