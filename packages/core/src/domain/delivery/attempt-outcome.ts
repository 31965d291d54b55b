export type AttemptFailure =
  /** No connection, or the socket closed before the head of an answer was complete. */
  | 'connect'
  | 'tls'
  | 'timeout'
  /** The target is no public unicast address, by its literal, by name look-up or by the connected socket. */
  | 'blocked'
  /** No HTTP request can be written from what was given: the URL, or a header. */
  | 'malformed';

export type AttemptOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: AttemptFailure }
  /** The sender was closed first. Nothing was learnt: whoever takes over makes the same attempt again. */
  | { readonly kind: 'abandoned' };
