/** @module Connects the Bots API to a Fastify application. */
export { continueOnRead } from '@botwright/http-node';
export type { FastifyInstanceLike, FastifyReplyLike, FastifyRequestLike } from './fastify-like.ts';
export { type FastifyPluginOptions, fastifyPlugin } from './fastify-plugin.ts';
