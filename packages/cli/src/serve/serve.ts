import { exitCodes } from '../command-failure.ts';
import { renderGreeting, renderReadyLine } from './greeting.ts';
import { createLogger, flushLogger } from './logger.ts';
import type { ServeOptions } from './serve-options.ts';
import { startServer } from './start-server.ts';

/** Time for answers under way and for the store, and half a second for the process itself. */
const stopDeadlineMs = 9_500;

/**
 * Runs the server until a signal ends it, then ends the process.
 *
 * @throws {CommandFailure} When the server cannot start.
 * @spec SV4, SV5, SV7, SV19, SV20, SV21, SV22, SV23
 */
export async function serve(options: ServeOptions): Promise<never> {
  const logger = createLogger();
  const stopAsked = Promise.withResolvers<NodeJS.Signals>();
  const isStarted = Promise.withResolvers<void>();
  let reloading = isStarted.promise;
  process.on('SIGTERM', stopAsked.resolve);
  process.on('SIGINT', stopAsked.resolve);
  process.on('SIGHUP', () => {
    reloading = reloading.then(reload);
  });
  // A reader of standard output that went away is no reason to stop serving.
  process.stdout.on('error', () => {});

  const server = await startServer(options, logger);
  const { urls, tokens } = server;
  logger.info({ urls, data: options.data }, 'serving');
  const greeting = { urls, data: options.data, ...(tokens !== undefined && { tokens }) };
  process.stdout.write(options.isJson ? renderReadyLine(greeting, process.pid) : renderGreeting(greeting));
  isStarted.resolve();

  const signal = await stopAsked.promise;
  setTimeout(() => process.exit(exitCodes.done), stopDeadlineMs).unref();
  logger.info({ signal }, 'stopping');
  await reloading;
  await server.stop();
  logger.info('stopped');
  await flushLogger(logger);
  process.exit(exitCodes.done);

  async function reload(): Promise<void> {
    if (options.configFile === undefined) {
      logger.warn('SIGHUP: there is no config file to read again');
      return;
    }
    try {
      await server.reload();
      logger.info({ config: options.configFile }, 'config applied');
    } catch (error) {
      logger.error({ problem: error instanceof Error ? error.message : String(error) }, 'config not applied');
    }
  }
}
