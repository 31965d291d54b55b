import type { BotRecord } from '../../ports/bot-store.ts';
import type { ChannelRecord } from '../../ports/channel-store.ts';
import type { ConversationRunner, PreparedBot, RunnerInput, RunnerState } from '../../ports/conversation-runner.ts';
import type { ConversationRecord } from '../../ports/conversation-store.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import type { PreparedBots } from './prepared-bots.ts';
import type { RunnableVersion } from './runnable-version.ts';

/** A conversation whose customer this transaction holds. */
export interface Scene {
  readonly tx: BrandTransaction;
  readonly runner: ConversationRunner;
  readonly prepared: PreparedBots;
  readonly customer: CustomerRecord;
  readonly channel: ChannelRecord;
  readonly record: ConversationRecord | undefined;
  /** Absent before the first step, and where what is stored cannot be read. */
  readonly state: RunnerState | undefined;
}

/** What is to be done about an entry of the inbox, or about an outcome. */
export type Turn =
  /** Nothing. */
  | { readonly kind: 'pass' }
  /** Nothing but to have no effects any more. */
  | { readonly kind: 'wait' }
  /** To begin with the customer's next message, at the greeting or at a block. */
  | { readonly kind: 'reset'; readonly beginAt?: string }
  | StepTurn
  /** First to prepare the bot, outside the transaction. */
  | { readonly kind: 'cold'; readonly version: RunnableVersion };

export interface StepTurn {
  readonly kind: 'step';
  readonly bot: PreparedBot;
  /** Whose words the answers are. Absent where the bot has nothing to say to it. */
  readonly speaker?: BotRecord;
  readonly input: RunnerInput;
  /** Told after the answers. */
  readonly event?: 'close';
}

/** A step of this bot, when it is prepared. */
export function turnOn(scene: Scene, version: RunnableVersion, input: RunnerInput): Turn {
  const bot = scene.prepared.find(version);
  return bot === undefined ? { kind: 'cold', version } : { kind: 'step', bot, speaker: version.bot, input };
}
