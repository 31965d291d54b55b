import type { SecretBox } from '../../ports/secret-box.ts';

/**
 * Opens what lives for a short time only, so that nobody is told of it when a key goes.
 *
 * @returns `undefined` when no key opens it: the one that sealed it was taken away.
 * @spec ID11, CA17
 */
export function openIfPossible(secrets: SecretBox, sealed: string, context: string): string | undefined {
  try {
    return secrets.open(sealed, context);
  } catch {
    return undefined;
  }
}
