import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  auditTrail,
  createEngine,
  type Engine,
  type EngineOptions,
  type StorageChange,
  standardEffectHost,
  storageFaultOf,
} from '@botwright/core';
import { memoryFileStore } from '@botwright/core/memory';
import type { Cipher, FileStore, Mailer, Storage } from '@botwright/core/ports';
import { conversationRunner } from '@botwright/core/runner';
import { smtpMailer } from '@botwright/email-smtp';
import { undiciRequester, undiciSender } from '@botwright/sender-undici';
import { diskFileStore } from '@botwright/storage/disk';
import type { Config } from '../config/config-schema.ts';
import type { ConnectedAccounts } from '../connect/connected-accounts.ts';
import type { DataFolder } from './data-folder.ts';
import type { LanguageModels } from './language-models.ts';
import { type Logger, logFault, logSafely } from './logger.ts';
import { startSweeps } from './sweeps.ts';

/** Milliseconds that a stopping server waits for running webhooks. The next start sends the aborted ones again. */
const workersDeadlineMs = 7_000;

const dayMs = 24 * 60 * 60 * 1_000;

/** Days after which a sweep removes events that no audit log has. */
const auditDays = 7;

/** @spec JR11 */
function journalOptions({ journal }: Config): Pick<EngineOptions, 'journal'> {
  if (journal === undefined) return {};
  const { days, redact } = journal;
  return { journal: { forMs: days * dayMs, ...(redact !== undefined && { redact }) } };
}

/** The engine and its background work. */
export interface BackgroundWorkers {
  readonly engine: Engine;
  /** Starts to process conversations, send webhooks and sweep. */
  start(): void;
  /** Stops the work: running jobs finish, or continue after the next start. */
  stop(): Promise<void>;
  /** Closes the store. */
  close(): Promise<void>;
}

/**
 * Creates the engine. Its members of the config cannot change before the next start.
 *
 * @spec CF16, CF17, CF18, CF19, CF29, SV27, SV53, SV73
 */
export function createBackgroundWorkers(parts: {
  readonly config: Config;
  readonly cipher: Cipher;
  readonly storage: Storage;
  readonly accounts: ConnectedAccounts;
  readonly folder: Pick<DataFolder, 'path'>;
  readonly languageModels: LanguageModels;
  /** Takes mails if the config has no `smtp`. Absent: they fail. */
  readonly outbox: Mailer | undefined;
  /** Whether other servers use the store. */
  readonly isShared: boolean;
  /** Whether to write the audit log. */
  readonly isAudited: boolean;
  readonly logger: Logger;
}): BackgroundWorkers {
  const { config, cipher, storage, accounts, folder, languageModels, outbox, isShared, isAudited, logger } = parts;
  const targets = { allowPrivateTargets: config.allow_private_targets ?? false };
  const sender = undiciSender(targets);
  const requester = undiciRequester(targets);
  const engine = createEngine({
    storage,
    cipher,
    sender,
    runner: conversationRunner(),
    effects: standardEffectHost({ requester }),
    ...mailOptions(config, outbox),
    models: languageModels.models,
    connectedAccounts: { providers: accounts.providers, connectUrl: accounts.connectUrl },
    files: fileStore(config, folder),
    retry: { scale: config.retry_scale ?? 1 },
    // The engine reads only its own limits from these, and the web chat the others.
    limits: config.visitor_limits ?? {},
    onStorageChange: (change) => logStorageChange(logger, change),
    ...journalOptions(config),
    // A server without an audit log removes the old events of servers that have one.
    keepEvents: { forMs: auditDays * dayMs, by: isAudited ? ['person', 'host'] : [] },
    ...(config.channel_families !== undefined && { channelFamilies: config.channel_families }),
    ...(config.typing_delay !== undefined && { typingDelay: config.typing_delay }),
    ...(config.user_agent_brand !== undefined && { userAgentBrand: config.user_agent_brand }),
  });

  /** Skips failures of an unavailable store, which `logStorageChange` logs. */
  function logFailure({ error: err, ...fault }: { readonly error: unknown }, text: string): void {
    const storage = storageFaultOf(err);
    if (storage === undefined || storage.isOfCall) logFault(logger, err, text, fault);
  }

  const trail = isAudited
    ? auditTrail(engine, (audit) => logSafely(logger, { audit }, 'audit'), { from: 'oldest' })
    : undefined;

  let stop = async (): Promise<void> => {};
  return {
    engine,
    start() {
      const workers = engine.startWorkers({
        // This process has locked the data folder, so no other server uses it. A database may have others.
        isAlone: !isShared,
        conversations: {
          onFault: (fault) =>
            logFailure(fault, fault.conversation === undefined ? 'conversations wait' : 'conversation failed'),
        },
        deliveries: { onFault: (fault) => logFailure(fault, 'deliveries failed') },
      });
      const endSweeps = startSweeps(engine, logger);
      stop = async () => {
        const stopped = workers.stop();
        const deadline = wait(workersDeadlineMs, undefined, { ref: false });
        await Promise.all([endSweeps(), Promise.race([stopped, deadline])]);
        // Closing the senders aborts the running requests.
        await Promise.all([sender.close(), requester.close(), languageModels.close()]);
        await stopped;
      };
    },
    stop: () => stop(),
    async close() {
      await trail?.end();
      await engine.close();
    },
  };
}

/** @spec FS43 */
function fileStore({ files_folder: given }: Config, { path }: Pick<DataFolder, 'path'>): FileStore {
  const folder = given ?? (path && join(path, 'files'));
  return folder === undefined ? memoryFileStore() : diskFileStore({ folder });
}

/** @spec EM15, EM16 */
function mailOptions({ smtp }: Config, outbox: Mailer | undefined): Pick<EngineOptions, 'mailer' | 'mailFrom'> {
  if (smtp === undefined) return outbox === undefined ? {} : { mailer: outbox, mailFrom: 'bots@example.com' };
  const { from, ...server } = smtp;
  return { mailer: smtpMailer(server), mailFrom: from };
}

/** @spec SV73 */
function logStorageChange(logger: Logger, change: StorageChange): void {
  if (change.kind === 'away') logger.error({ problem: change.error.message }, 'the store is away');
  else logger.info({ awayMs: change.awayMs }, 'the store is back');
}
