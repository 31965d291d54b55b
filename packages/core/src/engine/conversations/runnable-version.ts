import type { ChannelCapabilities } from '../../domain/channel.ts';
import type { ConversationState } from '../../domain/conversation/conversation-state.ts';
import { type PreparedBot, prepareBot } from '../../domain/conversation/prepared-bot.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import { versionToFinish } from '../../domain/finishing-version.ts';
import { isServing } from '../../domain/lifecycle/bot-state.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BotRecord } from '../../records/bots.ts';
import type { ChannelRecord } from '../../records/channels.ts';
import type { ConversationRecord } from '../../records/customers.ts';
import { remember } from '../remember.ts';
import { load, type Part } from '../use-case/use-case.ts';

/** The version or test deployment that a bot runs on now. */
export interface RunnableVersion {
  readonly bot: BotRecord;
  /** Id of the version, or of the test deployment. */
  readonly id: string;
  readonly isTest: boolean;
}

/**
 * Finds the version that a bot runs on: the test deployment on its own test channel, the live version on any other.
 *
 * @returns `undefined` when the bot does not run.
 * @spec CV12, CV13, CV14
 */
export function* findRunnable(channel: ChannelRecord, botId: string | undefined): Part<RunnableVersion | undefined> {
  if (botId === undefined) return undefined;
  const [bot] = yield* load({ kind: 'bot', id: botId });
  if (bot === undefined || !isServing(bot)) return undefined;
  if (channel.purpose === 'test' && channel.botId === bot.id) {
    const [deployment] = yield* load({ kind: 'testDeployment', botId: bot.id });
    return deployment && { bot, id: deployment.id, isTest: true };
  }
  return bot.liveVersion === undefined ? undefined : { bot, id: bot.liveVersion, isTest: false };
}

/**
 * Like `findRunnable`, by the bot number of a jump.
 *
 * @spec CV34, CV35
 */
export function* findRunnableByNumber(channel: ChannelRecord, number: number): Part<RunnableVersion | undefined> {
  const [[linked]] = yield* load({ kind: 'linkedBots', ids: [], numbers: [number] });
  return yield* findRunnable(channel, linked?.id);
}

/** The version on which a conversation under way continues. @spec VE36, VE38 */
export function versionFor(
  clock: Clock,
  { state, record }: VersionedConversation,
  version: RunnableVersion,
): RunnableVersion {
  const { bot, isTest } = version;
  const isUnderWay = state?.bot === bot.number && !['new', 'agent', 'ended'].includes(state.at.kind);
  if (isTest || !isUnderWay) return version;
  const id = versionToFinish(bot.finishing, record?.botVersion, clock.now());
  return id === undefined ? version : { ...version, id };
}

interface VersionedConversation {
  readonly state: ConversationState | undefined;
  readonly record: ConversationRecord | undefined;
}

/** @returns The JSON text; `undefined` when the bot now runs on another version. */
export function* readDiagram({ bot, id, isTest }: RunnableVersion): Part<string | undefined> {
  if (!isTest) {
    const [version] = yield* load({ kind: 'version', botId: bot.id, id });
    return version?.diagramJson;
  }
  const [deployment] = yield* load({ kind: 'testDeployment', botId: bot.id });
  return deployment?.id === id ? deployment.diagramJson : undefined;
}

/** A cache of the prepared bots that were used last. */
export interface PreparedBots {
  find(version: RunnableVersion): PreparedBot | undefined;
  prepare(version: RunnableVersion, diagramJson: string): PreparedBot;
}

/** By channel family, if the host says them. */
interface FamilyFacts {
  readonly greetingSlots: ReadonlyMap<string, string>;
  readonly capabilities: ReadonlyMap<string, ChannelCapabilities>;
}

const maxPreparedBots = 200;

/**
 * A version is prepared once: its diagram never changes.
 *
 * @spec CV72
 */
export function createPreparedBots({ greetingSlots, capabilities }: FamilyFacts): PreparedBots {
  /** In the order of their last use, the oldest first. */
  const bots = new Map<string, PreparedBot>();

  function use(id: string, bot: PreparedBot): PreparedBot {
    remember(bots, id, bot, maxPreparedBots);
    return bot;
  }

  return {
    find({ id }) {
      const bot = bots.get(id);
      return bot && use(id, bot);
    },
    prepare({ id, bot }, diagramJson) {
      const { number, channelFamily } = bot;
      const greetingSlot = greetingSlots.get(channelFamily);
      const can = capabilities.get(channelFamily);
      const diagram = JSON.parse(diagramJson) as Diagram;
      const ofFamily = { ...(greetingSlot !== undefined && { greetingSlot }), ...(can !== undefined && { can }) };
      return use(id, prepareBot({ number, channelFamily, diagram, ...ofFamily }));
    },
  };
}
