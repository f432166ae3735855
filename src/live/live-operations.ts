import type { OperationOptions } from '../http/operation.decorator';
import { PresenceDto } from './dto/presence.dto';

const EXAMPLE = `retry: 2000

id: 57
event: ready
data: {"revision":57}

id: 58
event: change
data: {"revision":58,"at":"2026-11-20T12:00:00.000Z","action":"update_key","languages":["de"],"keyIds":["019a9f3e-7b2d-7c61-9a4f-5d6e7f8a9b0c"],"person":{"id":"019a9f3e-5b1c-7e45-8d2e-3f4a5b6c7d8e","name":"Ada"},"apiKey":null}

event: presence
data: {"persons":[{"person":{"id":"019a9f3e-5b1c-7e45-8d2e-3f4a5b6c7d8e","name":"Ada"},"keyId":"019a9f3e-7b2d-7c61-9a4f-5d6e7f8a9b0c","language":"de"}]}

`;

export const liveOperations = {
  events: {
    id: 'streamEvents',
    // Bounded by what may wait for a client.
    answer: 'object',
    summary: 'Follow a project',
    description:
      'Sends what happens in a project as server-sent events, within 2 s. The `id` of an event is the revision after it: a ' +
      'client that connects again sends it as `Last-Event-ID`, or as `since`, and receives what it missed.\n\n' +
      '- `ready`: the present `revision`, if the client named none.\n' +
      '- `change`: a change with its `revision`, `at`, `action`, `languages`, the `person` or the `apiKey` that made it, and ' +
      'the `keyIds` that it concerned; null: more than 50. `GET /projects/{id}/changes/{revision}` returns its texts.\n' +
      '- `reset`: more than 100 changes were missed, or the history does not have them any more: read the project anew, ' +
      'which is at `revision`.\n' +
      '- `presence`: the persons who are at a text now, with `keyId` and `language`: all of them, at most 100.\n' +
      '- `comments`: the `keyIds` of keys whose comments have changed.\n\n' +
      'A comment every 15 s keeps the connection open. The stream ends within 5 s after the session, the API key or its access ends, ' +
      'and when the process shuts down. A client for which more than 256 KiB wait is disconnected. A caller has at most 20 ' +
      'streams, an organization 500 in each process.',
    content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
    headers: {
      'X-Accel-Buffering': {
        description: '`no`: proxies pass events on at once.',
        schema: { type: 'string', enum: ['no'] },
      },
    },
    errors: ['project_not_found', 'streams_busy'],
  },
  presence: {
    id: 'putPresence',
    answer: 'object',
    summary: 'Say where a person is',
    description:
      'Tells the other persons of a project at which text the caller is, or, without members, that the caller has left. It ' +
      'changes nothing in the project or its history, and ends by itself after 45 s. Needs the session of a person.',
    response: PresenceDto,
    requestExample: { keyId: '019a9f3e-7b2d-7c61-9a4f-5d6e7f8a9b0c', language: 'de' },
    errors: ['project_not_found', 'key_not_found', 'unknown_language', 'person_required'],
  },
} satisfies Record<string, OperationOptions>;
