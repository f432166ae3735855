import { ValidationFailedError } from './domain-error';

describe('ValidationFailedError', () => {
  it.each([
    ['a field', { pointer: '/name' }, '/name: is required'],
    ['a parameter', { parameter: 'limit' }, 'limit: is required'],
    ['the whole body', { pointer: '' }, 'the request: is required'],
    ['an error without a position', {}, 'the request: is required'],
  ])('names the position in its message: %s', (_, position, detail) => {
    expect(new ValidationFailedError([{ ...position, code: 'required', detail: 'is required' }]).message).toBe(detail);
  });
});
