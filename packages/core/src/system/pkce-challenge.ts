import { hash } from 'node:crypto';

/** @returns The S256 challenge of a PKCE verifier. */
export function pkceChallenge(verifier: string): string {
  return hash('sha256', verifier, 'base64url');
}
