export interface AttemptHeaders {
  /** Of the installation: before `/webhooks` in the user agent. */
  readonly brand: string;
  /** Of the message. Receivers tell duplicates by it. */
  readonly messageUuid: string;
  /** 1 to 6. */
  readonly attempt: number;
  /** Of the message hook; an empty one is sent too. Left out for the webhook of an APIchat channel. */
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
