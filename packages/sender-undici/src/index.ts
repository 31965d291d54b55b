/** @module Sends webhooks over HTTP: a connection for each attempt, and a guard of target addresses. */
export type { ProxyOptions } from './connection/tunnel.ts';
export type { GuardOptions } from './guard/address-policy.ts';
export type { LookUpOptions } from './look-up/look-ups.ts';
export type { Resolver } from './look-up/resolver.ts';
export { type SystemResolverOptions, systemResolver } from './look-up/system-resolver.ts';
export type { SignatureOptions } from './signature/sign-request.ts';
export type { TransportOptions } from './transport/transport.ts';
export { undiciRequester } from './undici-requester.ts';
export { type SenderOptions, undiciSender } from './undici-sender.ts';
