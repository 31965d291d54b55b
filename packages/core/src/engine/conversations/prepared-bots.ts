import type { Diagram } from '../../domain/diagram/diagram.ts';
import type { ConversationRunner, PreparedBot } from '../../ports/conversation-runner.ts';
import type { RunnableVersion } from './runnable-version.ts';

/** Bots made ready for steps, those used last. */
export interface PreparedBots {
  find(version: RunnableVersion): PreparedBot | undefined;
  prepare(version: RunnableVersion, diagramJson: string): PreparedBot;
}

/** A version is prepared once: its diagram never changes. */
export function createPreparedBots(runner: ConversationRunner, maxBots: number): PreparedBots {
  const bots = new Map<string, PreparedBot>();

  /** A map goes through its keys in the order in which they were set. */
  function keep(id: string, bot: PreparedBot): PreparedBot {
    bots.delete(id);
    bots.set(id, bot);
    const [oldest] = bots.keys();
    if (bots.size > maxBots && oldest !== undefined) bots.delete(oldest);
    return bot;
  }

  return {
    find({ id }) {
      const bot = bots.get(id);
      return bot && keep(id, bot);
    },
    prepare({ id, bot }, diagramJson) {
      const { number, channelFamily } = bot;
      return keep(id, runner.prepare({ number, channelFamily, diagram: JSON.parse(diagramJson) as Diagram }));
    },
  };
}
