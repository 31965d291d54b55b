import { setTimeout as wait } from 'node:timers/promises';
import { aesSecretBox, createEngine, type Engine, type Storage, standardEffectHost } from '@botwright/core';
import { conversationRunner } from '@botwright/runner';
import { undiciRequester, undiciSender } from '@botwright/sender-undici';
import type { Config } from '../config/config-schema.ts';
import type { SecretKeys } from '../config/secret-keys.ts';
import type { ConnectedAccounts } from '../connect/connected-accounts.ts';
import type { Logger } from './logger.ts';
import { startSweeps } from './sweeps.ts';

/** How long a stopping server waits for webhooks under way; each is sent again by the next start. */
const workersDeadlineMs = 7_000;

/** The side of the server that callers do not see: the engine, and what it does by itself. */
export interface Backstage {
  readonly engine: Engine;
  /** Begins to work conversations, to send webhooks and to sweep. */
  start(): void;
  /** Ends that: what is under way is finished, or left to the next start. */
  rest(): Promise<void>;
  /** Closes the store. */
  close(): Promise<void>;
}

/**
 * Puts the engine together. What of the config it is made of holds until the process ends.
 *
 * @spec CF16, CF17, CF18, CF19, SV27
 */
export function openBackstage(parts: {
  readonly config: Config;
  readonly keys: SecretKeys;
  readonly storage: Storage;
  readonly accounts: ConnectedAccounts;
  readonly logger: Logger;
}): Backstage {
  const { config, keys, storage, accounts, logger } = parts;
  const targets = { allowPrivateTargets: config.allow_private_targets ?? false };
  const sender = undiciSender(targets);
  const requester = undiciRequester(targets);
  const engine = createEngine({
    storage,
    secrets: aesSecretBox({ keys }),
    sender,
    runner: conversationRunner(),
    effects: standardEffectHost({ requester }),
    connectedAccounts: { providers: accounts.providers, connectUrl: accounts.connectUrl },
    retry: { scale: config.retry_scale ?? 1 },
    ...(config.user_agent_brand !== undefined && { userAgentBrand: config.user_agent_brand }),
  });

  let rest = async (): Promise<void> => {};
  return {
    engine,
    start() {
      const workers = engine.startWorkers({
        // The data folder is held by this process: nobody else works on it for long.
        isAlone: true,
        conversations: {
          onFault: ({ error: err, ...fault }) => logger.error({ ...fault, err }, 'conversation failed'),
        },
        deliveries: { onFault: ({ error: err, ...fault }) => logger.error({ ...fault, err }, 'deliveries failed') },
      });
      const endSweeps = startSweeps(engine, logger);
      rest = async () => {
        const stopped = workers.stop();
        const deadline = wait(workersDeadlineMs, undefined, { ref: false });
        await Promise.all([endSweeps(), Promise.race([stopped, deadline])]);
        // What is still under way is abandoned, which ends it.
        await Promise.all([sender.close(), requester.close()]);
        await stopped;
      };
    },
    rest: () => rest(),
    close: () => engine.close(),
  };
}
