/** @module Lets assistants build, check and test bots, by the Model Context Protocol. Needs Node. */
export { createMcpHandler } from './create-mcp-handler.ts';
export { serveMcp } from './serve-mcp.ts';
