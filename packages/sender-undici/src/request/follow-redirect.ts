export interface RedirectableRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** The redirects that may still be followed. */
  readonly redirects: number;
}

const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** They describe the body, and are dropped with it. */
const ofBody = /^content-(?:encoding|language|location|type)$/i;
/** They are only for the original origin. */
const ofOrigin = /^(?:authorization|cookie)$/i;

/**
 * The request after a redirect: the same with 307 and 308, a `GET` without a body with 301, 302 and 303.
 *
 * @param location - The value of the header.
 * @returns `undefined` when the response does not redirect, redirects to an invalid URL or from https to http, or no
 *   redirect is left.
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
  // Servers write UTF-8, which was decoded as Latin-1.
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
