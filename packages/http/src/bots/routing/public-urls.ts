import { type Base, basePaths } from './locate.ts';

/**
 * Reads where the two bases are reached from outside.
 *
 * @returns URLs without a slash at the end.
 * @throws {TypeError} when a URL is not one of its base.
 * @spec HT9
 */
export function readPublicUrls(options: {
  readonly publicUrl: string;
  readonly sameOriginUrl?: string;
}): Readonly<Record<Base, string>> {
  const publicUrl = readUrl('publicUrl', options.publicUrl, basePaths.public);
  const sameOrigin = options.sameOriginUrl ?? `${new URL(publicUrl).origin}${basePaths.same_origin}`;
  return { public: publicUrl, same_origin: readUrl('sameOriginUrl', sameOrigin, basePaths.same_origin) };
}

function readUrl(option: string, text: string, ending: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  const path = url?.pathname.replace(/\/$/, '');
  if (url === undefined || !isHttp || !path?.endsWith(ending) || url.search !== '' || url.hash !== '') {
    throw new TypeError(`${option} must be an http or https URL whose path ends with ${ending}.`);
  }
  return `${url.origin}${path}`;
}
