import fc from 'fast-check';
import { expect, it } from 'vitest';
import { botAssignmentSchema } from '../inputs/customers.ts';
import { readInput } from '../inputs/read-input.ts';
import { type CustomerAction, type CustomerDecision, decideCustomerAction } from './decide-customer-action.ts';

const nobody = { archived: false, blocked: false, optIn: true };
const withAgent = { ...nobody, agentId: 7 };
const withBot = { ...nobody, botId: 'b1' };
const archived = { ...nobody, archived: true };
const blocked = { ...nobody, blocked: true };
const optedOut = { ...nobody, optIn: false };
type Status = Parameters<typeof decideCustomerAction>[0];

const unchanged = { kind: 'unchanged' } as const;
const toAgent = { kind: 'assign', agentId: 7 } as const;
const toBot = { kind: 'assign_bot', botId: 'b1' } as const;

it.for<readonly [string, Status, CustomerAction, CustomerDecision]>([
  [
    '[CU15] archived or not',
    nobody,
    { kind: 'archive' },
    { kind: 'change', change: { archived: true }, event: { action: 'archive' } },
  ],
  ['[CU20] a change to the state it has', archived, { kind: 'archive' }, unchanged],
  [
    '[CU15] archived or not',
    archived,
    { kind: 'unarchive' },
    { kind: 'change', change: { archived: false }, event: { action: 'unarchive' } },
  ],
  ['[CU20] a change to the state it has', nobody, { kind: 'unarchive' }, unchanged],
  ['[CU16] blocking', nobody, { kind: 'block' }, { kind: 'change', change: { blocked: true } }],
  ['[CU20] a change to the state it has', blocked, { kind: 'block' }, unchanged],
  ['[CU16] blocking', blocked, { kind: 'unblock' }, { kind: 'change', change: { blocked: false } }],
  ['[CU20] a change to the state it has', nobody, { kind: 'unblock' }, unchanged],
  ['[CU43] opting out', nobody, { kind: 'opt_out' }, { kind: 'change', change: { optIn: false } }],
  ['[CU43] opting out again', optedOut, { kind: 'opt_out' }, unchanged],
  ['[CU43] opting in', optedOut, { kind: 'opt_in' }, { kind: 'change', change: { optIn: true } }],
  ['[CU43] opting in again', nobody, { kind: 'opt_in' }, unchanged],
  [
    '[CU17][CU63] an agent',
    nobody,
    toAgent,
    { kind: 'change', change: { agentId: 7, botId: undefined }, event: { action: 'assign', agent_id: 7 } },
  ],
  [
    '[CU17][CU63] an agent',
    withBot,
    toAgent,
    { kind: 'change', change: { agentId: 7, botId: undefined }, event: { action: 'assign', agent_id: 7 } },
  ],
  [
    '[CU17][CU63] an agent',
    withAgent,
    { kind: 'assign', agentId: 8 },
    { kind: 'change', change: { agentId: 8, botId: undefined }, event: { action: 'assign', agent_id: 8 } },
  ],
  ['[CU20] a change to the state it has', withAgent, toAgent, unchanged],
  [
    '[CU18][CU63] a bot',
    nobody,
    toBot,
    { kind: 'change', change: { agentId: undefined, botId: 'b1' }, event: { action: 'assign' } },
  ],
  [
    '[CU18][CU63] a bot',
    withAgent,
    toBot,
    { kind: 'change', change: { agentId: undefined, botId: 'b1' }, event: { action: 'assign' } },
  ],
  [
    '[CU18][CU63] a bot',
    withBot,
    { kind: 'assign_bot', botId: 'b2' },
    { kind: 'change', change: { agentId: undefined, botId: 'b2' }, event: { action: 'assign' } },
  ],
  ['[CU20] a change to the state it has', withBot, toBot, unchanged],
  [
    '[CU19][CU63] neither',
    withAgent,
    { kind: 'unassign' },
    { kind: 'change', change: { agentId: undefined, botId: undefined }, event: { action: 'unassign', agent_id: 7 } },
  ],
  [
    '[CU19][CU63] neither',
    withBot,
    { kind: 'unassign' },
    { kind: 'change', change: { agentId: undefined, botId: undefined }, event: { action: 'unassign' } },
  ],
  ['[CU20] a change to the state it has', nobody, { kind: 'unassign' }, unchanged],
])('%s: %j and %j come to %j', ([, customer, action, decision]) => {
  expect(decideCustomerAction(customer, action)).toEqual(decision);
});

const action: fc.Arbitrary<CustomerAction> = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      'archive' as const,
      'unarchive' as const,
      'block' as const,
      'unblock' as const,
      'opt_in' as const,
      'opt_out' as const,
      'unassign' as const,
    ),
  }),
  fc.record({ kind: fc.constant('assign' as const), agentId: fc.nat(3) }),
  fc.record({ kind: fc.constant('assign_bot' as const), botId: fc.constantFrom('b1', 'b2') }),
);

it('[CU17][CU18][CU20] no sequence of actions leaves a customer with both an agent and a bot, and a repeated action changes nothing', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
      let customer: Status = nobody;
      for (const each of actions) {
        const decision = decideCustomerAction(customer, each);
        if (decision.kind === 'change') customer = { ...customer, ...decision.change } as Status;
        expect(customer.agentId === undefined || customer.botId === undefined).toBe(true);
        expect(decideCustomerAction(customer, each)).toEqual(unchanged);
      }
    }),
    { seed: 20261121 },
  );
});

it.for<readonly [unknown, unknown]>([
  [undefined, { launch: true }],
  [{}, { launch: true }],
  [{ launch: null, node: null }, { launch: true }],
  [{ launch: true }, { launch: true }],
  [
    { launch: false, node: 'n1' },
    { launch: false, node: 'n1' },
  ],
])('[CU21] %j assigns with %j', ([body, assignment]) => {
  expect(readInput(botAssignmentSchema, body)).toEqual({ ok: true, value: assignment });
});

it.for<readonly [unknown, string, string]>([
  [null, '', 'Expected an object.'],
  [[], '', 'Expected an object.'],
  [{ launch: 'true' }, 'launch', 'Expected true or false.'],
  [{ launch: 1 }, 'launch', 'Expected true or false.'],
  [{ node: 5 }, 'node', 'Expected a text.'],
  [{ node: 'n'.repeat(1_025) }, 'node', 'It has more than 1024 characters.'],
])('[CU21] %j is refused at "%s": %s', ([body, field, message]) => {
  expect(readInput(botAssignmentSchema, body)).toEqual({
    ok: false,
    code: 'invalid_parameters',
    faults: [{ field, message }],
  });
});
