/** A client that sends its request line and headers for longer than this receives a 408, in milliseconds. */
export const HEADERS_TIMEOUT_MS = 30_000;

/** The interval at which Node checks for requests that exceed a timeout, in milliseconds. */
export const CHECK_INTERVAL_MS = 5_000;

/**
 * A request of which a part is missing after this time receives a 408, in milliseconds: the largest upload at a slow
 * client's speed. A client that stops sending is disconnected much earlier.
 */
export const REQUEST_TIMEOUT_MS = 900_000;

/**
 * An idle connection is closed after this time, in milliseconds: longer than the 60 s for which proxies keep theirs.
 */
export const IDLE_MS = 72_000;

/** A body that is being read and of which nothing arrives for this time is incomplete, in milliseconds. */
export const BODY_STALL_MS = 30_000;

/** A connection on which neither side sends anything for this time, in milliseconds, is closed. */
export const SILENCE_MS = 60_000;

/** A handler that has not produced a response after this time, in milliseconds, loses its connection. */
export const MAX_HANDLING_MS = 900_000;

/**
 * The part of an unread body that is discarded after the response so that the connection can be used again, in bytes.
 */
export const MAX_DISCARDED_BYTES = 64 * 1_048_576;

/** After the answer to a request that the parser refused, the connection is closed after this time, in milliseconds. */
export const LINGER_MS = 1_000;

/** The rest of an unread body must arrive within this time after the response, in milliseconds. */
export const MAX_DISCARDING_MS = 60_000;

/** The rest of an unread body must not stop for this time, in milliseconds. */
export const DISCARDING_STALL_MS = 5_000;
