import fc from 'fast-check';
import { ByteCollector } from './byte-collector';

describe('ByteCollector', () => {
  it('returns the bytes of all chunks, whatever size was expected', () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 50 }).map((chunk) => Buffer.from(chunk)));
    fc.assert(
      fc.property(chunks, fc.nat(500), (added, expected) => {
        const collector = new ByteCollector(expected);
        for (const chunk of added) collector.add(chunk);
        expect(collector.bytes.equals(Buffer.concat(added))).toBe(true);
        expect(collector.length).toBe(collector.bytes.length);
      }),
    );
  });

  it('uses the memory of the expected size, without a copy', () => {
    const collector = new ByteCollector(300_000);
    for (let i = 0; i < 3; i++) collector.add(Buffer.alloc(100_000, i));
    expect(collector.bytes.buffer.byteLength).toBe(300_000);
  });
});
