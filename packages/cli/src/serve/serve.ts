import { setFlagsFromString } from 'node:v8';
import { storageFaultOf } from '@botwright/core';
import { exitCodes } from '../command-failure.ts';
import { createLogger, flushLogger } from './logger.ts';
import { releaseMemory } from './memory-release.ts';
import { growNewObjects } from './new-objects.ts';
import { openInBrowser } from './open-in-browser.ts';
import type { ServeOptions } from './serve-options.ts';
import { startServer } from './start-server.ts';
import { renderReadyLine, renderStartUpMessage } from './start-up-message.ts';

/** Half a second less than the promised ten, which the process needs to end. */
const stopDeadlineMs = 9_500;

/**
 * Runs the server until a signal ends it, then ends the process.
 *
 * @throws {CommandFailure} When the server cannot start.
 * @spec SV4, SV5, SV7, SV19, SV20, SV21, SV22, SV23, SV46
 */
export async function serve(options: ServeOptions): Promise<never> {
  const logger = createLogger();
  const stopSignal = Promise.withResolvers<NodeJS.Signals>();
  const isStarted = Promise.withResolvers<void>();
  let reloading = isStarted.promise;
  process.on('SIGTERM', stopSignal.resolve);
  process.on('SIGINT', stopSignal.resolve);
  process.on('SIGHUP', () => {
    reloading = reloading.then(reload);
  });
  // If the reader of standard output closes it, the server continues.
  process.stdout.on('error', () => {});

  const server = await startServer(options, logger);
  const { facts } = server;
  logger.info({ urls: facts.urls, data: facts.data }, 'serving');
  process.stdout.write(options.json === true ? renderReadyLine(facts, process.pid) : renderStartUpMessage(facts));
  if (options.open === true && facts.link !== undefined) openInBrowser(facts.link, logger);
  isStarted.resolve();
  growNewObjects();
  // In percent of the live heap. By default it grows to four times the size before V8 collects garbage.
  setFlagsFromString('--heap-growing-percent=50');
  releaseMemory(logger);

  const signal = await stopSignal.promise;
  setTimeout(() => process.exit(exitCodes.done), stopDeadlineMs).unref();
  logger.info({ signal }, 'stopping');
  await reloading;
  await server.stop();
  logger.info('stopped');
  await flushLogger(logger);
  process.exit(exitCodes.done);

  async function reload(): Promise<void> {
    if (options.config === undefined) {
      logger.warn('SIGHUP: there is no config file to read again');
      return;
    }
    try {
      await server.reload();
      logger.info({ config: options.config }, 'config applied');
    } catch (error) {
      const fault = storageFaultOf(error) ?? error;
      logger.error({ problem: fault instanceof Error ? fault.message : String(fault) }, 'config not applied');
    }
  }
}
