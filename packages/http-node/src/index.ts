/** @module Connects the interfaces of `@botwright/http` to a plain Node server. */

export { continueOnRead } from './continue-on-read.ts';
export { type RestDiscarder, restDiscarder } from './discard-rest.ts';
export { toHttpRequest } from './http-request.ts';
export { type NodeListener, type NodeListenerOptions, nodeListener } from './node-listener.ts';
export { sendWatch } from './send-watch.ts';
