import { hash } from 'node:crypto';

/** @returns The SHA-256 of the bytes, or of a text's UTF-8 bytes, lower-case hex. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** @returns The S256 challenge of a PKCE verifier. */
export function pkceChallenge(verifier: string): string {
  return hash('sha256', verifier, 'base64url');
}
