import type { ExpectedInput } from '../../domain/conversation/conversation-state.ts';
import { botFieldsOf } from '../../domain/customer/bot-fields.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import type { EngineParts } from '../engine-parts.ts';
import { load, type Part } from '../use-case/use-case.ts';
import type { WaitingConversation } from './conversation-position.ts';
import { findRunnable, readDiagram, versionFor } from './runnable-version.ts';

/**
 * How the block that waits expects the answer, by the version that will read it. A runner that does not tell leaves it
 * to the state.
 *
 * @spec VI20, QN20
 */
export function* expectedInputOf(
  { runner, preparedBots, clock }: Pick<EngineParts, 'runner' | 'preparedBots' | 'clock'>,
  customer: CustomerRecord,
  waiting: WaitingConversation,
): Part<{ readonly expects?: ExpectedInput }> {
  const { state } = waiting;
  if (state.at.kind !== 'answer') return {};
  const stored = state.at.expects === undefined ? {} : { expects: state.at.expects };
  if (runner?.expects === undefined) return stored;
  const [channel] = yield* load({ kind: 'channel', number: customer.channelNumber });
  const runnable = channel && (yield* findRunnable(channel, customer.botId));
  if (runnable === undefined) return stored;
  const version = versionFor(clock, waiting, runnable);
  let bot = preparedBots.find(version);
  if (bot === undefined) {
    const diagramJson = yield* readDiagram(version);
    if (diagramJson === undefined) return stored;
    bot = preparedBots.prepare(version, diagramJson);
  }
  const expects = runner.expects(bot, state, { now: clock.now(), fields: botFieldsOf(customer) });
  return expects === undefined ? {} : { expects };
}
