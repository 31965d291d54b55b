import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BrandEngine, createEngine, permissions, standardEffectHost } from '@botwright/core';
import type { ConversationRunner } from '@botwright/core/conversation';
import { aesCipher } from '@botwright/core/node';
import type { BotRecord, Storage, Stored } from '@botwright/core/ports';
import { conversationRunner } from '@botwright/core/runner';
import { undiciRequester } from '@botwright/sender-undici';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { CommandFailure } from '../command-failure.ts';
import { type Config, configSchema } from '../config/config-schema.ts';
import { readConfigFile } from '../config/read-config-file.ts';
import { keysFileName } from '../serve/data-folder.ts';
import { loadSecretKeys } from '../serve/load-secret-keys.ts';

/** The arguments of `botwright chat`. */
export interface ChatOptions {
  /** Uuid or number. */
  readonly bot: string;
  /** Talk to the test deployment instead of the live version. */
  readonly test?: boolean;
  /** The data folder of a server. */
  readonly data: string;
  /** The config file of that server. */
  readonly config?: string;
  readonly brand?: string;
  /** End each wait when it begins. */
  readonly skipWaits?: boolean;
}

/** A bot of a data folder, and an engine bound to its brand. */
export interface OpenBot {
  readonly caller: BrandEngine;
  readonly botId: string;
  /** Time by which the bot goes on. */
  now(): number;
  /** Moves that time forward by milliseconds. */
  pass(ms: number): void;
  close(): Promise<void>;
}

/**
 * Opens the data folder, also while a server uses it: a lease decides which process works a conversation.
 *
 * @throws {CommandFailure} When there is no such folder, brand or bot.
 * @spec TM2, TM7, TM8, EX32
 */
export async function openBot(options: ChatOptions): Promise<OpenBot> {
  const config = options.config === undefined ? {} : await readConfigFile(options.config, configSchema);
  const folder = resolve(options.data);
  const file = join(folder, 'botwright.sqlite');
  if (!existsSync(file)) throw new CommandFailure('failure', `There is no database in ${options.data}.`);

  const used = { keysFile: join(folder, keysFileName), isNew: false };
  const cipher = aesCipher({ keys: await loadSecretKeys(used, config.secret_keys) });
  const storage = sqliteStorage({ file });
  const requester = undiciRequester({ allowPrivateTargets: config.allow_private_targets ?? false });
  let passedMs = 0;
  const now = (): number => Date.now() + passedMs;
  const engine = createEngine({
    storage,
    clock: { now },
    cipher,
    runner: options.skipWaits === true ? withoutWaits(conversationRunner()) : conversationRunner(),
    effects: standardEffectHost({ requester }),
    ...(config.user_agent_brand !== undefined && { userAgentBrand: config.user_agent_brand }),
  });
  const close = async (): Promise<void> => {
    await requester.close();
    await engine.close();
  };
  const pass = (ms: number): void => {
    passedMs += ms;
  };
  try {
    const name = brandOf(options, config);
    const brand = (await engine.brands.list()).find((each) => each.name === name);
    if (brand === undefined) throw new CommandFailure('failure', `There is no brand ${name} in ${options.data}.`);
    const bot = await findBot(storage, name, options.bot);
    await requireSomethingToTalkTo(storage, { brand: name, bot, isTest: options.test === true });
    const { workspaces } = brand;
    return { caller: engine.as({ brand: name, person: 0, workspaces, permissions }), botId: bot.id, now, pass, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A runner whose waits end when they begin. @spec WT34 */
function withoutWaits(runner: ConversationRunner): ConversationRunner {
  return {
    ...runner,
    step(bot, state, input, context) {
      const step = runner.step(bot, state, input, context);
      const { at } = step.state;
      if (at.kind !== 'pause') return step;
      return { ...step, state: { ...step.state, at: { ...at, until: context.now } } };
    },
  };
}

/** @spec TM8 */
function brandOf({ brand }: ChatOptions, { brands = [] }: Config): string {
  if (brand !== undefined) return brand;
  const [only, another] = brands;
  if (another !== undefined)
    throw new CommandFailure('usage', 'The config has several brands: say which with --brand.');
  return only?.name ?? 'demo';
}

async function findBot(storage: Storage, brand: string, bot: string): Promise<BotRecord> {
  const isNumber = /^[1-9]\d{0,14}$/.test(bot);
  const [found] = (await storage.read({ brand }, [
    isNumber
      ? { do: 'find', kind: 'bot', index: 'number', values: [Number(bot)] }
      : { do: 'get', kind: 'bot', key: [bot.toLowerCase()] },
  ])) as [Stored<BotRecord> | undefined];
  if (found === undefined) throw new CommandFailure('failure', `There is no bot ${bot} in the brand ${brand}.`);
  return found.record;
}

/** @spec TM7, TM9 */
async function requireSomethingToTalkTo(
  storage: Storage,
  { brand, bot, isTest }: { readonly brand: string; readonly bot: BotRecord; readonly isTest: boolean },
): Promise<void> {
  const { id, number, channelFamily, liveVersion } = bot;
  const deploy = `deploy its draft to the test channel with PUT /bots/${id}/test`;
  if (isTest) {
    const [deployment] = await storage.read({ brand }, [
      { do: 'get', kind: 'test_deployment', key: [id], heads: true },
    ]);
    if (deployment !== undefined) return;
    throw new CommandFailure('failure', `Bot ${number} has nothing to test: ${deploy}.`);
  }
  if (channelFamily !== 'native') {
    throw new CommandFailure(
      'failure',
      `Visitors of bot ${number} write through a channel of ${channelFamily}. Talk to its test deployment here, with --test; to have one, ${deploy}.`,
    );
  }
  if (liveVersion !== undefined) return;
  throw new CommandFailure(
    'failure',
    `Bot ${number} was never published: publish it with POST /bots/${id}/versions, or talk to its test deployment, with --test.`,
  );
}
