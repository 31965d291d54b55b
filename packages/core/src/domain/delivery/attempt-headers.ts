export interface AttemptHeaders {
  /** Stands before `/webhooks` in the user agent: a word that `requireUserAgentBrand` accepts. */
  readonly brand: string;
  /** Of the message. Receivers recognise a repeated message by it. */
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
    'user-agent': `${brand}/webhooks`,
    ...(token !== undefined && { authorization: `Token ${token}` }),
    'x-delivery-id': messageUuid,
    'x-delivery-attempt': String(attempt),
  };
}

const userAgentBrandForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * @throws {TypeError} When no user agent can be written with it: it is a token of HTTP, without spaces.
 * @spec DI20
 */
export function requireUserAgentBrand(brand: string): string {
  if (!userAgentBrandForm.test(brand))
    throw new TypeError('userAgentBrand has letters, digits and hyphens, and no spaces.');
  return brand;
}
