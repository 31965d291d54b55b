import type { AwaitedEffect, JsonValue, WebhookEffect } from '@botwright/core/conversation';
import type { Diagram } from '@botwright/core/diagram';
import { type Scenario, type ScenarioStep, simulate } from '@botwright/testing';
import '@botwright/testing/vitest';
import { describe, expect, expectTypeOf, it } from 'vitest';

declare const diagram: Diagram;

describe('a simulated chat', () => {
  it('knows what each effect is answered with', () => {
    simulate(diagram, { effects: { webhook: { status: 200 }, code: () => ({ fields: { a: 1 } }) } });
    simulate(diagram, {
      effects: {
        webhook: (effect) => {
          expectTypeOf(effect).toEqualTypeOf<WebhookEffect>();
          return { status: 204 };
        },
      },
    });
    const chat = simulate(diagram);
    expectTypeOf(chat.awaited).toEqualTypeOf<AwaitedEffect | undefined>();
    expectTypeOf(chat.fields).toEqualTypeOf<Readonly<Record<string, JsonValue>>>();
    // @ts-expect-error Property 'status' is missing in type '{ body: number; }' but required in type 'WebhookAnswer'.
    simulate(diagram, { effects: { webhook: { body: 1 } } });
  });
});

describe('a scenario', () => {
  it('has steps of the known kinds', () => {
    const steps: ScenarioStep[] = [{ visitor: 'Ann' }, { bot: ['Hi', { contains: 'x' }] }, { pass: { hours: 2 } }];
    expectTypeOf({ name: 'It', steps }).toExtend<Scenario>();
    // @ts-expect-error 'says' does not exist in type 'ScenarioStep'.
    steps.push({ says: 'hi' });
  });
});

describe('the matchers', () => {
  it('are of expect, and take what they need', () => {
    expectTypeOf(expect(diagram).toBeValidDiagram).parameter(0).toExtend<object | undefined>();
    expect(simulate(diagram)).toHaveSaid(/Hi/);
    expect(simulate(diagram)).not.toReach('bye');
    // @ts-expect-error Expected 1-2 arguments, but got 0.
    expect(diagram).toReach();
  });
});
