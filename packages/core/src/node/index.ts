/** @module Adapters that need Node: cipher, clock, timers and ids. */
export { type AesCipherOptions, aesCipher, type SecretKey } from './aes-cipher.ts';
export { sha256 } from './hash.ts';
export { systemClock, systemIds, systemTimer } from './system.ts';
