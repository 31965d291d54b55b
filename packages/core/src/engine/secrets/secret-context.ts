/** Kinds of secrets that the engine keeps sealed. */
export type SecretKind = 'hook-url' | 'hook-token' | 'channel-webhook';

/**
 * Names what a secret of a brand belongs to: it opens as nothing else.
 *
 * @spec SX9
 */
export function secretContext(kind: SecretKind, brand: string): string {
  return `${kind}:${brand}`;
}
