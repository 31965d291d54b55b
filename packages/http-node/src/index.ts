/** @module Connects the Bots API to a plain Node server. */

export { continueOnRead } from './continue-on-read.ts';
export { type DiscardBounds, defaultDiscardBounds, type RestDiscarder, restDiscarder } from './discard-rest.ts';
export { type NodeListener, type NodeListenerOptions, nodeListener } from './node-listener.ts';
export { toExchange } from './to-exchange.ts';
