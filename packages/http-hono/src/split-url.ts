/**
 * Splits the URL of a `Request`, which is whole and normalised, without decoding anything. A `URL` object would
 * cost more than all the rest of a read.
 */
export function splitUrl(url: string): { readonly path: string; readonly query: string } {
  const [whole = ''] = url.split('#', 1);
  const mark = whole.indexOf('?');
  const local = mark === -1 ? whole : whole.slice(0, mark);
  const start = local.indexOf('/', local.indexOf('://') + '://'.length);
  return { path: start === -1 ? '/' : local.slice(start), query: mark === -1 ? '' : whole.slice(mark + 1) };
}
