import { ValidationFailedError } from './domain-error';

describe('what is wrong with a request', () => {
  it.each([
    ['of a field', { pointer: '/name' }, '/name: is required'],
    ['of a parameter', { parameter: 'limit' }, 'limit: is required'],
    ['of the whole body', { pointer: '' }, 'the request: is required'],
    ['of nothing in particular', {}, 'the request: is required'],
  ])('says whose it is: %s', (_, place, detail) => {
    expect(new ValidationFailedError([{ ...place, code: 'required', detail: 'is required' }]).message).toBe(detail);
  });
});
