/** @module Connects the Bots API to an Express application. */
export { continueOnRead } from '@botwright/http-node';
export { type ExpressHandlerOptions, expressHandler } from './express-handler.ts';
