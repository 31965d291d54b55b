/** @module Connects the Bots API to a plain Node server. */

export { type NodeListener, type NodeListenerOptions, nodeListener } from './node-listener.ts';
