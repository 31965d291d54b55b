import { readBaseUrl } from '../../exchange/routing/read-base-url.ts';
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
  const publicUrl = readBaseUrl('publicUrl', options.publicUrl, basePaths.public);
  const sameOrigin = options.sameOriginUrl ?? `${new URL(publicUrl).origin}${basePaths.same_origin}`;
  return { public: publicUrl, same_origin: readBaseUrl('sameOriginUrl', sameOrigin, basePaths.same_origin) };
}
