/** The server refused a request. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** Milliseconds until the retry that the server asks for; absent if it names none. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, code: string, message: string, retryAfterMs: number | undefined) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}
