import type { ArgumentsHost } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import { StorageFullError } from '../../common/errors/storage-full.error';
import { ClientDisconnectedError } from '../connections/client-signal';
import { ProblemFilter } from './problem.filter';
import { sendProblem } from './send-problem';

jest.mock('./send-problem');

describe('ProblemFilter', () => {
  const assertVisible = jest.fn(() => Promise.resolve());
  const filter = new ProblemFilter({ get: () => ({ assertVisible }) } as unknown as ModuleRef);
  const request = { locator: class {}, principal: {}, params: { id: 'id' } };
  const http = { getRequest: () => request, getResponse: () => undefined };
  const host = { switchToHttp: () => http } as unknown as ArgumentsHost;

  it.each([
    [
      'looks up the resource of a request that is refused with 400, because 404 comes first',
      1,
      new StorageFullError('full'),
    ],
    ['looks up nothing for a client that has disconnected', 0, new ClientDisconnectedError()],
  ])('%s', async (_, lookUps, error) => {
    assertVisible.mockClear();
    await filter.catch(error, host);
    expect(assertVisible).toHaveBeenCalledTimes(lookUps);
    expect(sendProblem).toHaveBeenLastCalledWith(error, request, undefined);
  });
});
