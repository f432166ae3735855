import { LeaseCounter } from './lease';

describe('LeaseCounter', () => {
  const close = jest.fn();
  let leases: LeaseCounter;
  beforeEach(() => {
    close.mockReset();
    leases = new LeaseCounter(close);
  });

  it('closes the resource when the last lease is released', () => {
    const [first, second] = [leases.acquire(), leases.acquire()];
    first.release();
    expect(close).not.toHaveBeenCalled();
    second.release();
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('ignores a second release of the same lease', () => {
    const [first, second] = [leases.acquire(), leases.acquire()];
    first.release();
    first.release();
    expect(close).not.toHaveBeenCalled();
    second.release();
    second.release();
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('refuses a lease when the resource is closed', () => {
    leases.acquire().release();
    expect(() => leases.acquire()).toThrow('closed');
  });
});
