import fc from 'fast-check';
import { expect, it } from 'vitest';
import { platformFixture } from '../../../test/platform-fixture.ts';
import type { InboxItem } from '../../ports/conversation-store.ts';
import { isEngineError } from '../engine-error.ts';

type Action =
  | { readonly kind: 'archive' | 'unarchive' | 'block' | 'unblock' | 'unassign' | 'write' }
  | { readonly kind: 'assign'; readonly agent: number }
  | { readonly kind: 'assign_bot'; readonly bot: 0 | 1; readonly launch: boolean };

const actions: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constantFrom('archive', 'unarchive', 'block', 'unblock', 'unassign', 'write') }),
  fc.record({ kind: fc.constant('assign' as const), agent: fc.constantFrom(7, 8, 9) }),
  fc.record({ kind: fc.constant('assign_bot' as const), bot: fc.constantFrom(0, 1), launch: fc.boolean() }),
);

interface Expected {
  keeper: string;
  archived: boolean;
  blocked: boolean;
  readonly said: string[];
  readonly inbox: InboxItem[];
}

/**
 * Applies the rules for one action to the expected state, as a simple second implementation. @returns The code of the
 * refusal.
 */
function expectedRefusal(state: Expected, action: Action): string | undefined {
  const keep = (keeper: string, event: string): boolean => {
    if (state.keeper === keeper) return false;
    state.keeper = keeper;
    state.said.push(event);
    return true;
  };
  switch (action.kind) {
    case 'archive':
    case 'unarchive':
      if (state.archived !== (action.kind === 'archive')) state.said.push(action.kind);
      state.archived = action.kind === 'archive';
      return undefined;
    case 'block':
    case 'unblock':
      state.blocked = action.kind === 'block';
      return undefined;
    case 'write':
      if (state.blocked) return 'customer_blocked';
      state.said.push('text');
      return undefined;
    case 'unassign':
      if (keep('nobody', 'unassign')) state.inbox.push({ kind: 'taken_over' });
      return undefined;
    case 'assign':
      if (action.agent === 9) return 'agent_not_found';
      if (keep(`agent ${action.agent}`, 'assign')) state.inbox.push({ kind: 'taken_over' });
      return undefined;
    default: {
      if (action.launch && state.blocked) return 'customer_blocked';
      const hasChanged = keep(`bot ${action.bot}`, 'assign');
      if (action.launch) state.inbox.push({ kind: 'start' });
      else if (hasChanged) state.inbox.push({ kind: 'assigned' });
      return undefined;
    }
  }
}

it('[CU15][CU16][CU17][CU18][CU19][CU20][CU22][CU23][CU24][CU33][CU34][CU35][CU36][MS17][MS18] after any sequence of actions, the status of a customer, its messages and the inputs of its bot follow the rules', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(actions, { maxLength: 20 }), async (list) => {
      const { acme, newChannel, newCustomer, newBot, inbox, deliveries } = await platformFixture();
      const channel = await newChannel();
      const customer = await newCustomer(channel);
      await acme.hooks.create(channel, { url: 'https://hooks.example.org' });
      const bots = [await newBot(), await newBot()];
      const state: Expected = { keeper: 'nobody', archived: false, blocked: false, said: [], inbox: [] };

      for (const action of list) {
        const code = expectedRefusal(state, action);
        const attempt = carryOut(action);
        if (code === undefined) await attempt;
        else expect(await attempt.catch((error) => isEngineError(error) && error.code)).toBe(code);
      }

      const end = await acme.customers.get(customer);
      const keeper =
        end.agentId === undefined ? bots.findIndex(({ id }) => id === end.botId) : (`agent ${end.agentId}` as const);
      expect([
        typeof keeper === 'string' ? keeper : keeper < 0 ? 'nobody' : `bot ${keeper}`,
        end.archived,
        end.blocked,
        end.lastSeq,
        end.unread,
      ]).toEqual([state.keeper, state.archived, state.blocked, state.said.length, 0]);
      const messages = (await acme.messages.list(customer, { limit: 100 })).items.toReversed();
      expect(messages.map(({ seq, type, data }) => [seq, 'action' in data ? data.action : type])).toEqual(
        state.said.map((said, index) => [index + 1, said]),
      );
      expect(messages.every(({ at }, index) => at > (messages[index - 1]?.at ?? 0))).toBe(true);
      expect(await inbox(customer)).toEqual(state.inbox);

      const queued = (await deliveries()).map(({ messageUuid }) => messageUuid);
      expect(queued).toEqual(messages.map(({ uuid }) => uuid));

      function carryOut(action: Action): Promise<unknown> {
        if (action.kind === 'write') return acme.messages.send(customer, 'text', { message: 'Hi' });
        if (action.kind === 'assign') return acme.customers.assign(customer, action.agent);
        if (action.kind === 'assign_bot') {
          return acme.customers.assignBot(customer, bots[action.bot]?.number ?? 0, { launch: action.launch });
        }
        return acme.customers[action.kind](customer);
      }
    }),
    { seed: 20261121, numRuns: 60 },
  );
});
