export interface AttemptHeaders {
  /** The word before `/webhooks` in the user agent; `requireUserAgentBrand` checks it. */
  readonly brand: string;
  /** Uuid of the message, by which receivers recognise a repetition. */
  readonly messageUuid: string;
  /** 1 to 6. */
  readonly attempt: number;
  /** Token of the message hook, which may be empty. The webhook of an APIchat channel has none. */
  readonly token?: string;
}

/**
 * Writes the headers of one attempt, names in lower case.
 *
 * @spec WH17, WH18, WH19, WH20, WH21
 */
export function attemptHeaders({
  brand,
  messageUuid,
  attempt,
  token,
}: AttemptHeaders): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'user-agent': userAgent(brand),
    ...(token !== undefined && { authorization: `Token ${token}` }),
    'x-delivery-id': messageUuid,
    'x-delivery-attempt': String(attempt),
  };
}

/** The `User-Agent` of all requests to addresses that users chose. @spec WH17, CV75 */
export function userAgent(brand: string): string {
  return `${brand}/webhooks`;
}

const userAgentBrandForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * @throws {TypeError} When it is not an HTTP token, so it cannot be part of a user agent.
 * @spec DI20
 */
export function requireUserAgentBrand(brand: string): string {
  if (!userAgentBrandForm.test(brand))
    throw new TypeError('userAgentBrand has letters, digits and hyphens, and no spaces.');
  return brand;
}

/** Headers that frame a request or belong to its connection, in lower case: only the sender writes them. */
export const framingHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
