/** An answer before the request id, the length and the rules of `HEAD` are laid over it. */
export interface Reply {
  readonly status: number;
  /** Default `application/json`. */
  readonly contentType?: string;
  /** Names in lower case, beside those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Bytes of the body, where they were counted before. */
  readonly contentLength?: string;
}

export const jsonType = 'application/json';

/** @param json - The whole body, JSON text. */
export function jsonReply(status: number, json: string, headers?: Readonly<Record<string, string>>): Reply {
  return headers === undefined ? { status, body: json } : { status, body: json, headers };
}

export const noContent: Reply = Object.freeze({ status: 204 });
