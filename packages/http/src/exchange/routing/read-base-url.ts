/**
 * Reads where a base is reached from outside.
 *
 * @param ending - Path of the base, without a slash at the end, which the URL may have.
 * @returns A URL without a slash at the end.
 * @throws {TypeError} when it is not the URL of such a base.
 * @spec HT9
 */
export function readBaseUrl(option: string, text: string, ending: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  const path = url?.pathname.replace(/\/$/, '');
  if (url === undefined || !isHttp || !path?.endsWith(ending) || url.search !== '' || url.hash !== '') {
    throw new TypeError(`${option} must be an http or https URL whose path ends with ${ending}.`);
  }
  return `${url.origin}${path}`;
}
