/**
 * Splits the target of a request line, undecoded. For the absolute form, which clients of proxies send, returns its
 * path. A `URL` object would cost more than the rest of a read.
 *
 * @spec HT10
 */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const local = target.startsWith('/') ? target : withoutOrigin(target);
  const mark = local.indexOf('?');
  return mark === -1 ? { path: local, query: '' } : { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

function withoutOrigin(target: string): string {
  const authority = target.indexOf('://');
  if (authority === -1) return target;
  const rest = target.slice(authority + 3);
  const start = rest.search(/[/?]/);
  return start === -1 ? '/' : rest.slice(start);
}
