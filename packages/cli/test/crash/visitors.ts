import { setTimeout as pause } from 'node:timers/promises';

/** A message that the server has acknowledged. */
export interface Acknowledged {
  readonly customer: string;
  readonly text: string;
  readonly uuid: string;
}

export interface Visitors {
  readonly acknowledged: readonly Acknowledged[];
  /** Writes to this server from now on. */
  writeTo(chatUrl: string): void;
  /** Stops writing. Resolves when the pending requests have ended. */
  leave(): Promise<void>;
}

export interface VisitorHabits {
  /** Milliseconds between two messages of a customer. Default 0. */
  readonly pauseMs?: number;
  /** Whether a response with this status only means that the message is not acknowledged. Default: none. */
  isLost?(status: number): boolean;
}

/**
 * Writes as several customers concurrently; each sends the next message when the last one is acknowledged or lost. A
 * lost message was not acknowledged and is not repeated.
 */
export function startVisitors(
  names: readonly string[],
  token: string,
  { pauseMs = 0, isLost = () => false }: VisitorHabits = {},
): Visitors {
  const acknowledged: Acknowledged[] = [];
  let chatUrl: string | undefined;
  let isOver = false;

  async function writeAs(customer: string): Promise<void> {
    for (let count = 1; !isOver; count += 1) {
      const text = `${customer} says ${count}`;
      const uuid = chatUrl === undefined ? undefined : await say(chatUrl, customer, text);
      if (uuid !== undefined) acknowledged.push({ customer, text, uuid });
      const restMs = uuid === undefined ? Math.max(20, pauseMs) : pauseMs;
      if (restMs > 0) await pause(restMs);
    }
  }

  async function say(base: string, customer: string, text: string): Promise<string | undefined> {
    try {
      const answer = await fetch(`${base}send/${customer}/`, {
        method: 'POST',
        headers: { authorization: `Token ${token}`, 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ message: { type: 'text', message: text }, customer: { name: customer } }),
      });
      if (isLost(answer.status)) {
        await answer.text();
        return undefined;
      }
      const body = (await answer.json()) as { readonly message?: { readonly uuid: string } };
      if (!answer.ok) throw new Error(`The server refused with ${answer.status}: ${JSON.stringify(body)}`);
      return body.message?.uuid;
    } catch (error) {
      // A killed server breaks connections, with one of several messages.
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }

  const writing = Promise.all(names.map(writeAs));
  return {
    acknowledged,
    writeTo: (url) => {
      chatUrl = url;
    },
    async leave() {
      isOver = true;
      await writing;
    },
  };
}
