import type { WebhookRequest, WebhookSender } from '@botwright/core/ports';
import type { AttemptOutcome } from '@botwright/core/webhooks';
import type { Machine } from './machine.ts';
import { brands, type ReceiverMode } from './plan.ts';
import type { Random } from './random.ts';
import type { Fail } from './violation.ts';
import type { Watch } from './watch.ts';

/** Paths of the receivers that every brand has. */
export const receivers = ['r0', 'r1', 'r2'] as const;

export function addressOf(brand: string, receiver: number): string {
  return `https://${brand}.example/${receivers[receiver % receivers.length]}`;
}

export interface Network {
  setMode(address: string, mode: ReceiverMode): void;
  /** Every receiver answers well from now on, but for some that refuse everything for ever. */
  heal(): void;
  senderOf(machine: Machine): WebhookSender;
}

export interface NetworkParts {
  readonly random: Random;
  readonly watch: Watch;
  readonly fail: Fail;
  note(line: () => string): void;
}

interface Reaction {
  readonly afterMs: number;
  readonly outcome: AttemptOutcome;
}

/** Receivers of webhooks that answer, refuse, hang, answer too late, twice, or reset the connection. */
export function createNetwork({ random, watch, fail, note }: NetworkParts): Network {
  const modes = new Map<string, ReceiverMode>();

  function react(mode: ReceiverMode, timeoutMs: number): Reaction {
    switch (mode) {
      case 'ok':
        return { afterMs: random.below(40), outcome: { kind: 'answered', status: random.pick([200, 201, 204]) } };
      case 'refuses':
        return {
          afterMs: random.below(80),
          outcome: { kind: 'answered', status: random.pick([302, 404, 429, 500, 503]) },
        };
      case 'slow':
        return { afterMs: 1_000 + random.below(8_000), outcome: { kind: 'answered', status: 200 } };
      case 'late':
      case 'hangs':
        return { afterMs: timeoutMs, outcome: { kind: 'failed', reason: 'timeout' } };
      case 'resets':
        return { afterMs: random.below(2_000), outcome: { kind: 'failed', reason: random.pick(['connect', 'tls']) } };
      case 'moody':
        return react(random.pick(['ok', 'refuses', 'refuses', 'slow', 'late', 'resets']), timeoutMs);
    }
  }

  /** Also a request that is answered too late, or whose connection is reset, has been read. */
  function receive({ url, body }: WebhookRequest): void {
    const brand = brands.find((each) => new URL(url).hostname === `${each}.example`);
    const text = new TextDecoder().decode(body);
    const foreign = brands.find((each) => each !== brand && text.includes(each));
    if (brand === undefined || foreign !== undefined) {
      fail('brands_are_apart', `${url} received what is of ${foreign ?? 'nobody'}: ${text}`);
    }
  }

  return {
    setMode: (address, mode) => void modes.set(address, mode),
    heal() {
      for (const [address, mode] of modes) if (mode !== 'refuses' || random.chance(0.5)) modes.delete(address);
    },
    senderOf(machine) {
      const closing = new AbortController();
      return {
        checkTarget: () => 'accepted',
        async close() {
          closing.abort();
        },
        async send(request) {
          const attempt = watch.deliveries.attempt(machine.name, request, machine.clock.now());
          const { id, url, headers, timeoutMs } = request;
          const name = `${machine.name} attempt ${headers['x-delivery-attempt']} of ${id} to ${url}`;
          note(() => `${name} begins`);
          receive(request);
          // A request can reach its receiver twice; the sender sees the answer to the first one.
          if (random.chance(0.05)) receive(request);
          const { afterMs, outcome } = react(modes.get(url) ?? 'ok', timeoutMs);
          await machine.timer.sleep(afterMs, closing.signal);
          const result: AttemptOutcome = closing.signal.aborted ? { kind: 'abandoned' } : outcome;
          note(() => `${name} ends: ${JSON.stringify(result)}`);
          attempt.end(result);
          return result;
        },
      };
    },
  };
}
