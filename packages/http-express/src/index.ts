/** @module Connects the interfaces of `@botwright/http` to an Express application. */
export { continueOnRead, toHttpRequest } from '@botwright/http-node';
export { type ExpressHandlerOptions, expressHandler } from './express-handler.ts';
