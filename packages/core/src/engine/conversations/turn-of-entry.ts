import type { RunnerInput } from '../../ports/conversation-runner.ts';
import type { InboxItem } from '../../ports/conversation-store.ts';
import { findRunnable, type RunnableVersion } from './runnable-version.ts';
import { type Scene, type Turn, turnOn } from './turn.ts';

/**
 * Tells what an entry of the inbox comes to.
 *
 * @spec CV11, CV12, CV36, CV37, CV38, CV47
 */
export async function turnOfEntry(scene: Scene, item: InboxItem): Promise<Turn> {
  switch (item.kind) {
    case 'taken_over':
      return withoutBot(scene, item);
    case 'closed': {
      const turn = withoutBot(scene, item);
      return turn.kind === 'step' ? { ...turn, event: 'close' } : turn;
    }
    case 'assigned':
      return { kind: 'reset', ...(item.node !== undefined && { beginAt: item.node }) };
    default: {
      const version = await findRunnable(scene.tx, scene.channel, scene.customer.botId);
      if (version === undefined) return { kind: 'pass' };
      return turnOn(scene, version, item.kind === 'message' ? inputOf(scene, version, item) : item);
    }
  }
}

/** Words that every bot takes alike, also where the customer has none. */
function withoutBot({ runner, channel, state }: Scene, input: RunnerInput): Turn {
  const number = state?.bot ?? 0;
  const bot = runner.prepare({ number, channelFamily: channel.type, diagram: { nodes: {}, connections: {} } });
  return { kind: 'step', bot, input };
}

/**
 * A message to a bot that is new to the customer, or has the customer back, is the answer to nothing.
 *
 * @spec CV36
 */
function inputOf(
  { state, record }: Scene,
  { bot }: RunnableVersion,
  item: Extract<InboxItem, { kind: 'message' }>,
): RunnerInput {
  const node = record?.beginAt;
  const isNew = state !== undefined && (state.at.kind === 'agent' || state.bot !== bot.number);
  return isNew || node !== undefined ? { kind: 'start', ...(node !== undefined && { node }) } : item;
}
