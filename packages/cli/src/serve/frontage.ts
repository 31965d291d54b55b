import type { Engine, Storage } from '@botwright/core';
import { type BotsApi, createBotsApi } from '@botwright/http';
import { nodeListener } from '@botwright/http-node';
import type { Config } from '../config/config-schema.ts';
import type { BoundServer } from './bind-server.ts';
import { createDrain } from './drain.ts';
import type { Logger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { answerOperator, operatorPathOf } from './operator-paths.ts';
import type { ServeOptions } from './serve-options.ts';

/** How long a stopping server waits for answers under way before it cuts them off. */
const drainDeadlineMs = 8_000;

/** The side of the server that callers see. */
export interface Frontage {
  /** Base of the Bots API, where this process listens. */
  readonly botsUrl: string;
  /** Serves by this config whatever comes from now on; answers under way end as they began. @spec SV19 */
  apply(config: Config): void;
  /** Stops accepting, and finishes what is being answered. */
  close(): Promise<void>;
}

/** Opens a server that has its port. */
export function openFrontage(parts: {
  readonly options: ServeOptions;
  readonly config: Config;
  readonly bound: BoundServer;
  readonly engine: Engine;
  readonly storage: Storage;
  readonly logger: Logger;
}): Frontage {
  const { options, bound, engine, storage, logger } = parts;
  const metrics = createMetrics();
  const drain = createDrain();
  const botsUrl = `${bound.origin}/v0-alpha`;

  const createApi = (config: Config): BotsApi =>
    createBotsApi({
      engine,
      publicUrl: config.public_urls?.bots ?? botsUrl,
      ...(config.rate_limits?.bots === undefined ? {} : { rateLimit: config.rate_limits.bots }),
      extensions: config.extensions ?? {},
      onFault: (error, requestId) => logger.error({ err: error, requestId }, 'fault'),
      onAnswered: (answered) => {
        logger.info(answered, 'answered');
        metrics.countAnswer(answered);
      },
    });
  let api = createApi(parts.config);

  const answerBots = nodeListener({ handle: (exchange) => api.handle(exchange) });
  const operator = { metrics, isHealthy: () => isHealthy(storage, drain.isDraining), logger };
  bound.open((request, response) => {
    drain.watch(response);
    const path = operatorPathOf(request, options);
    if (path === undefined) answerBots(request, response);
    else void answerOperator(path, request, response, operator);
  });

  return {
    botsUrl,
    apply: (config) => {
      api = createApi(config);
    },
    close: () => drain.drain(bound.server, drainDeadlineMs),
  };
}

/** @spec SV15 */
async function isHealthy(storage: Storage, isDraining: boolean): Promise<boolean> {
  if (isDraining) return false;
  try {
    await storage.installation.findBrand('');
    return true;
  } catch {
    return false;
  }
}
