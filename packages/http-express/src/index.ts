/** @module Connects the Bots API to an Express application. */

export { type ExpressHandlerOptions, expressHandler } from './express-handler.ts';
