import { expect, it } from 'vitest';
import { targetsOfMessage } from './targets-of-message.ts';

const hooks = [
  { number: 4, active: true },
  { number: 5, active: false },
  { number: 9, active: true },
];
const channel = { number: 3, purpose: 'live', webhook: 'sealed' } as const;
const web = { number: 3, purpose: 'live' } as const;
const plan = 'professional';

const toHooks = [
  { kind: 'hook', number: 4 },
  { kind: 'hook', number: 9 },
] as const;
const toChannel = { kind: 'channel', number: 3 } as const;

it.for(['customer', 'bot', 'agent', 'sys'] as const)('[WH22] what a %s says goes to every active hook', (sender) => {
  expect(targetsOfMessage(sender, { channel: web, hooks, plan })).toEqual(toHooks);
});

it.for([
  ['customer', toHooks],
  ['bot', [...toHooks, toChannel]],
  ['agent', [...toHooks, toChannel]],
  ['sys', toHooks],
] as const)('[WH23] what a %s says on an APIchat channel goes to %j', ([sender, targets]) => {
  expect(targetsOfMessage(sender, { channel, hooks, plan })).toEqual(targets);
});

it.for(['customer', 'bot', 'agent', 'sys'] as const)('[WH24] what a %s says in a test goes nowhere', (sender) => {
  expect(targetsOfMessage(sender, { channel: { ...channel, purpose: 'test' }, hooks, plan })).toEqual([]);
});

it.for([
  ['sandbox', [toChannel]],
  ['starter', [toChannel]],
  ['professional', [...toHooks, toChannel]],
  ['business', [...toHooks, toChannel]],
] as const)('[WH25] with the plan %s a message of a bot goes to %j', ([tier, targets]) => {
  expect(targetsOfMessage('bot', { channel, hooks, plan: tier })).toEqual(targets);
});
