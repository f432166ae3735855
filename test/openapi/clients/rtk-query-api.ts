import { type BaseQueryFn, createApi, fetchBaseQuery } from '@reduxjs/toolkit/query';

/** The service that a store speaks to, and the headers of its last answer. */
export interface Connection {
  baseUrl: string;
  apiKey: string;
  headers?: Headers;
}

/** Sends requests as the connection of the store says. A file is a `Blob`. */
const sendToService: BaseQueryFn<Parameters<ReturnType<typeof fetchBaseQuery>>[0]> = async (args, api, options) => {
  const connection = api.extra as Connection;
  const send = fetchBaseQuery({
    baseUrl: connection.baseUrl,
    prepareHeaders: (headers) => headers.set('authorization', `Bearer ${connection.apiKey}`),
    paramsSerializer: (parameters) => {
      const pairs = Object.entries(parameters).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
      return String(
        new URLSearchParams(pairs.filter(([, value]) => value !== undefined).map(([a, b]) => [a, String(b)])),
      );
    },
    responseHandler: (response) =>
      /\bjson\b/.test(response.headers.get('content-type') ?? '') ? response.json() : response.blob(),
  });
  const answer = await send(args, api, options);
  connection.headers = answer.meta?.response?.headers;
  return answer;
};

/** The generated code adds its operations to it. */
export const api = createApi({ baseQuery: sendToService, endpoints: () => ({}) });
