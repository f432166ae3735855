import fc from 'fast-check';
import { hashSecret, secretHint, isWellFormedSecret, generateSecret } from './secret';

describe('the secret of an API key', () => {
  it('consists of glossa_, 36 random letters and digits and a checksum of 6 characters', () => {
    expect(generateSecret()).toMatch(/^glossa_[0-9A-Za-z]{42}$/);
  });

  it('differs each time it is generated', () => {
    expect(new Set(Array.from({ length: 1_000 }, generateSecret)).size).toBe(1_000);
  });

  it('is well-formed when it is generated', () => {
    for (let i = 0; i < 1_000; i++) expect(isWellFormedSecret(generateSecret())).toBe(true);
  });

  it('is malformed if any one character is mistyped', () => {
    const secret = generateSecret();
    fc.assert(
      fc.property(
        fc.integer({ min: 'glossa_'.length, max: secret.length - 1 }),
        fc.constantFrom(...'0123456789ABCXYZabcxyz'),
        (index, character) => {
          fc.pre(secret[index] !== character);
          expect(isWellFormedSecret(secret.slice(0, index) + character + secret.slice(index + 1))).toBe(false);
        },
      ),
    );
  });

  it('is malformed if its checksum does not match', () => {
    const secret = `glossa_${'aB'.repeat(21)}`;
    expect(isWellFormedSecret(secret)).toBe(false);
  });

  it('has the CRC-32 in base 62 as its checksum, which other programs can compute', () => {
    expect(isWellFormedSecret(`glossa_${'0'.repeat(36)}14t9BO`)).toBe(true);
  });

  it('may be any 32 or more printable ASCII characters, if an operator chooses it', () => {
    expect(isWellFormedSecret('x'.repeat(32))).toBe(true);
    expect(isWellFormedSecret('correct-horse-battery-staple/2026')).toBe(true);
    expect(isWellFormedSecret('glossa_my-own-bootstrap-secret-of-2026')).toBe(true);
  });

  it.each([
    ['too short', 'x'.repeat(31)],
    ['too long', 'x'.repeat(513)],
    ['with a space', `${'x'.repeat(32)} y`],
    ['not ASCII', `${'x'.repeat(32)}é`],
    ['empty', ''],
  ])('is malformed if it is %s', (_, value) => {
    expect(isWellFormedSecret(value)).toBe(false);
  });

  it('has its last four characters as a hint', () => {
    expect(secretHint('glossa_abcdefgh')).toBe('efgh');
  });

  it('is hashed with SHA-256', () => {
    expect(hashSecret('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
