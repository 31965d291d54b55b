import { hash } from 'node:crypto';

/** @returns The SHA-256 of the text's UTF-8 bytes, lower-case hex. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
