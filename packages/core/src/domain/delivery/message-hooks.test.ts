import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planTiers } from '../blocks/block-definition.ts';
import { decideHookSwitch, type HookSwitch, hasMessageHooks } from './message-hooks.ts';

it.for([
  ['sandbox', false],
  ['starter', false],
  ['professional', true],
  ['business', true],
] as const)('[HK1] the plan %s has message hooks: %s', ([plan, has]) => {
  expect(hasMessageHooks(plan)).toBe(has);
});

const on = { active: true, disabledByPlan: false };
const offByPlan = { active: false, disabledByPlan: true };
const offOtherwise = { active: false, disabledByPlan: false };

it.for([
  ['[HK2] an active hook goes off', on, 'starter', offByPlan],
  ['[HK2] a hook that is off already stays', offOtherwise, 'sandbox', undefined],
  ['[HK4] a hook that the plan put off stays off without it', offByPlan, 'starter', undefined],
  ['[HK3] it comes on again with the plan', offByPlan, 'professional', on],
  ['[HK3] one that was off otherwise stays off', offOtherwise, 'business', undefined],
  ['[HK4] an active hook stays on', on, 'business', undefined],
] as const)('%s', ([, hook, plan, decided]) => {
  expect(decideHookSwitch(hook, plan)).toEqual(decided);
});

it('[HK2][HK3][HK4] after any sequence of plans, only the last plan decides whether a hook is on', () => {
  const apply = (hook: HookSwitch, plan: (typeof planTiers)[number]): HookSwitch =>
    decideHookSwitch(hook, plan) ?? hook;
  fc.assert(
    fc.property(
      fc.constantFrom(on, offOtherwise),
      fc.array(fc.constantFrom(...planTiers), { minLength: 1 }),
      (hook, plans) => {
        const end = plans.reduce(apply, hook);
        const has = hasMessageHooks(plans.at(-1) ?? 'sandbox');
        expect(end).toEqual(hook.active && !has ? offByPlan : hook);
        expect(apply(end, plans.at(-1) ?? 'sandbox')).toEqual(end);
      },
    ),
    { seed: 20261121 },
  );
});
