import { randomUUID } from 'node:crypto';
import { readUuid, writeUuid } from './uuid-bytes';

describe('UUIDs as bytes', () => {
  it('are written as the digits say, and read as they were', () => {
    for (const uuid of Array.from({ length: 1_000 }, () => randomUUID())) {
      const bytes = Buffer.alloc(20);
      expect(writeUuid(uuid.toUpperCase(), bytes, 2)).toBe(18);
      expect(bytes.toString('hex')).toBe(`0000${uuid.replaceAll('-', '')}0000`);
      expect(readUuid(bytes, 2)).toBe(uuid);
    }
  });
});
