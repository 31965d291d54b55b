export interface AttemptHeaders {
  /** The word before `/webhooks` in the user agent; `requireUserAgentBrand` checks it. */
  readonly brand: string;
  /** Uuid of the message, by which receivers recognise a repetition. */
  readonly messageUuid: string;
  /** 1 to 6. */
  readonly attempt: number;
  /** Token of the message hook, perhaps empty. Absent for the webhook of an APIchat channel. */
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

/** The `User-Agent` of all requests to users' addresses. @spec WH17, CV75 */
export function userAgent(brand: string): string {
  return `${brand}/webhooks`;
}

const userAgentBrandForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * @throws {TypeError} When the text is not an HTTP token, which a user agent needs.
 * @spec DI20
 */
export function requireUserAgentBrand(brand: string): string {
  if (!userAgentBrandForm.test(brand))
    throw new TypeError('userAgentBrand has letters, digits and hyphens, and no spaces.');
  return brand;
}

/** Headers for the framing or the connection of a request, in lower case: only the sender writes them. */
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
