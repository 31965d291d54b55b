/** @module Connects the Bots API to a plain Node server. */

export { type DiscardBounds, discardRest } from './discard-rest.ts';
export { type NodeListener, type NodeListenerOptions, nodeListener } from './node-listener.ts';
export { toExchange } from './to-exchange.ts';
