import type { ExpectedInput } from '../../domain/conversation/conversation-state.ts';
import type { PreparedBot } from '../../domain/conversation/prepared-bot.ts';
import { botFieldsOf } from '../../domain/customer/bot-fields.ts';
import type { CustomerRecord } from '../../records/customers.ts';
import type { EngineParts } from '../engine-parts.ts';
import { load, type Part } from '../use-case/use-case.ts';
import type { OpenConversation, WaitingConversation } from './conversation-position.ts';
import { findRunnable, readDiagram, versionFor } from './runnable-version.ts';

/** The parts of an engine that help a page. */
export type HelpParts = Pick<EngineParts, 'runner' | 'preparedBots' | 'clock'>;

/** The version of the bot that will read the next message; `undefined`: no bot runs. */
export function* readerOf(
  { preparedBots, clock }: HelpParts,
  customer: CustomerRecord,
  conversation: OpenConversation,
): Part<PreparedBot | undefined> {
  const [channel] = yield* load({ kind: 'channel', number: customer.channelNumber });
  const runnable = channel && (yield* findRunnable(channel, customer.botId));
  if (runnable === undefined) return undefined;
  const version = versionFor(clock, conversation, runnable);
  const known = preparedBots.find(version);
  if (known !== undefined) return known;
  const diagramJson = yield* readDiagram(version);
  return diagramJson === undefined ? undefined : preparedBots.prepare(version, diagramJson);
}

/**
 * How the block that waits expects the answer, by the version that will read it. A runner that does not tell leaves it
 * to the state.
 *
 * @spec VI20, QN20
 */
export function* expectedInputOf(
  parts: HelpParts,
  customer: CustomerRecord,
  waiting: WaitingConversation,
): Part<{ readonly expects?: ExpectedInput }> {
  const { state } = waiting;
  const { runner, clock } = parts;
  if (state.at.kind !== 'answer') return {};
  const stored = state.at.expects === undefined ? {} : { expects: state.at.expects };
  if (runner?.expects === undefined) return stored;
  const bot = yield* readerOf(parts, customer, waiting);
  if (bot === undefined) return stored;
  const expects = runner.expects(bot, state, { now: clock.now(), fields: botFieldsOf(customer) });
  return expects === undefined ? {} : { expects };
}
