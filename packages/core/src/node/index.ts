/** @module What needs Node: the cipher, the clock of the machine, its timers and ids. */
export { type AesCipherOptions, aesCipher, type SecretKey } from './aes-cipher.ts';
export { sha256 } from './hash.ts';
export { systemClock, systemIds, systemTimer } from './system.ts';
