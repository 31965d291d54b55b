/** @module Webhooks out of the process: one attempt, one connection, and a guard over the addresses it reaches. */
export { type Resolver, systemResolver } from './connection/resolver.ts';
export type { ProxyOptions } from './connection/tunnel.ts';
export type { GuardOptions } from './guard/address-policy.ts';
export type { SignatureOptions } from './signature/sign-request.ts';
export type { TransportOptions } from './transport/transport.ts';
export { undiciRequester } from './undici-requester.ts';
export { type SenderOptions, undiciSender } from './undici-sender.ts';
