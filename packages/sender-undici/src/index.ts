/** @module Sends webhooks over HTTP: a connection for each attempt, and a guard of target addresses. */
export { systemResolver } from './look-up/system-resolver.ts';
export { undiciRequester } from './undici-requester.ts';
export { type SenderOptions, undiciSender } from './undici-sender.ts';
