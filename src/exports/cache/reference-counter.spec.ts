import { ReferenceCounter } from './reference-counter';

describe('ReferenceCounter', () => {
  const close = jest.fn();
  let references: ReferenceCounter;
  beforeEach(() => {
    close.mockReset();
    references = new ReferenceCounter(close);
  });

  it('closes the resource when the last reference is released', () => {
    const [first, second] = [references.acquire(), references.acquire()];
    first.release();
    expect(close).not.toHaveBeenCalled();
    second.release();
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('ignores a second release of the same reference', () => {
    const [first, second] = [references.acquire(), references.acquire()];
    first.release();
    first.release();
    expect(close).not.toHaveBeenCalled();
    second.release();
    second.release();
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('refuses a reference when the resource is closed', () => {
    references.acquire().release();
    expect(() => references.acquire()).toThrow('closed');
  });
});
