/** @module Connects the interfaces of `@botwright/http` to a Fastify application. */
export { continueOnRead } from '@botwright/http-node';
export { type FastifyPluginOptions, fastifyPlugin } from './fastify-plugin.ts';
