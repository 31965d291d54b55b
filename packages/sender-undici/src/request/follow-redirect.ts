export interface RedirectableRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** How many redirects may still be followed. */
  readonly redirects: number;
}

const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Describe the body, so they go with it. */
const ofBody = /^content-(?:encoding|language|location|type)$/i;
/** Are for the origin that they were written for. */
const ofOrigin = /^(?:authorization|cookie)$/i;

/**
 * The request that a response redirects to: the same with 307 and 308, a `GET` without a body with 301, 302 and 303.
 *
 * @param location - As the header says it.
 * @returns `undefined` when the response is no redirect, leads to no URL or from https to http, or no redirect is left.
 * @spec SN42, SN43
 */
export function followRedirect<TRequest extends RedirectableRequest>(
  request: TRequest,
  status: number,
  location: string | readonly string[] | undefined,
): TRequest | undefined {
  if (!redirecting.has(status) || request.redirects <= 0 || typeof location !== 'string' || location === '')
    return undefined;
  const from = new URL(request.url);
  // Servers write the bytes of UTF-8, which were read as Latin-1.
  const to = URL.parse(Buffer.from(location, 'latin1').toString(), from.href);
  if (to === null || (from.protocol === 'https:' && to.protocol === 'http:')) return undefined;

  const keeps = status === 307 || status === 308;
  const { body, ...rest } = request;
  const headers = Object.entries(request.headers).filter(
    ([name]) => (keeps || !ofBody.test(name)) && (to.origin === from.origin || !ofOrigin.test(name)),
  );
  return {
    ...rest,
    ...(keeps && body !== undefined && { body }),
    method: keeps ? request.method : 'GET',
    url: to.href,
    headers: Object.fromEntries(headers),
    redirects: request.redirects - 1,
  } as TRequest;
}
