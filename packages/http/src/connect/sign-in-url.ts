import type { LinkSurroundings } from './link-operation.ts';

/**
 * Where somebody signs in who then comes back to the link: only ever to a URL of this page.
 *
 * @spec CN6
 */
export function signInUrl({ publicUrl, signIn }: LinkSurroundings, link: string): string {
  return signIn.url(`${publicUrl}/${encodeURIComponent(link)}`);
}
