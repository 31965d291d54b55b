/** @module Adapters of the machine: cipher, clock, timers and ids. Uses Node's crypto where it is, and runs without it. */
export { aesCipher, type SecretKey } from './aes-cipher.ts';
export { sha256 } from './hash.ts';
export { systemClock, systemIds, systemTimer } from './system.ts';
