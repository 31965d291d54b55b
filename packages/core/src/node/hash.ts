import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { toBase64url } from './base64.ts';
import { nativeCrypto } from './native-crypto.ts';

/**
 * Hashes bytes or a text with SHA-256.
 *
 * @returns The SHA-256 of the bytes, or of a text's UTF-8 bytes, lower-case hex.
 */
export function sha256(data: string | Uint8Array): string {
  return nativeCrypto === undefined ? portableSha256(data) : nativeCrypto.hash('sha256', data, 'hex');
}

/** For each runtime: the library is several times slower than Node's crypto. */
export function portableSha256(data: string | Uint8Array): string {
  return bytesToHex(digest(data));
}

/** @returns The S256 challenge of a PKCE verifier. */
export function pkceChallenge(verifier: string): string {
  return toBase64url(digest(verifier));
}

function digest(data: string | Uint8Array): Uint8Array {
  return nobleSha256(typeof data === 'string' ? utf8ToBytes(data) : data);
}
