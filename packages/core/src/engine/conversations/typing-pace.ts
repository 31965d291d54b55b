import type { Message } from '../../domain/message/message.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';

/** How long a bot seems to type a text, in milliseconds. */
export interface TypingDelay {
  readonly per_character_ms: number;
  readonly most_ms: number;
}

/** As long as a block `wait` seems to type. */
const mostTypingMs = 25_000;

/** @throws {TypeError} when a member is out of its range. @spec WT52 */
export function readTypingDelay(given: TypingDelay | undefined): TypingDelay | undefined {
  if (given === undefined) return undefined;
  const isIn = (value: number, most: number) => value > 0 && value <= most;
  if (isIn(given.per_character_ms, 1_000) && isIn(given.most_ms, mostTypingMs)) return given;
  throw new TypeError(
    `The option typingDelay has \`per_character_ms\`, above 0 up to 1000, and \`most_ms\`, above 0 up to ${mostTypingMs}.`,
  );
}

/** The messages that a follower may see, and when the next one comes. */
export interface PacedMessages {
  readonly messages: readonly Message[];
  readonly next?: EpochMs;
}

interface TypingPace {
  /** @param isKnown - The follower has seen the next text while it was made. */
  hold(messages: readonly Message[], now: EpochMs, isKnown: boolean): PacedMessages;
}

/**
 * Holds the texts of a bot back for one follower, who asks with the messages after the last one that they have seen.
 *
 * @spec WT50, WT51
 */
export function createTypingPace({ per_character_ms: perCharacter, most_ms: most }: TypingDelay): TypingPace {
  /** When the follower has seen the last message. */
  let seenAt = 0;
  /** The end of the delay of the next message, fixed at the first look: clocks of servers differ. */
  let held: { readonly seq: number; readonly until: EpochMs } | undefined;

  const delayOf = ({ type, data, sender }: Message): number => {
    if (sender.type !== 'bot' || (type !== 'text' && type !== 'dialog')) return 0;
    return Math.min(most, [...(data as { readonly body: string }).body].length * perCharacter);
  };

  return {
    hold(messages, now, isKnown) {
      const lastOfPeople = messages.findLastIndex(
        ({ sender }) => sender.type === 'customer' || sender.type === 'agent',
      );
      for (const [at, message] of messages.entries()) {
        const begin = Math.max(Math.min(message.at, now), seenAt);
        const delay = at <= lastOfPeople || (isKnown && at === 0) ? 0 : delayOf(message);
        if (delay > 0 && held?.seq !== message.seq) held = { seq: message.seq, until: begin + delay };
        const until = delay === 0 ? begin : (held?.until ?? begin);
        if (delay > 0 && until > now) return { messages: messages.slice(0, at), next: until };
        seenAt = until;
      }
      return { messages };
    },
  };
}
