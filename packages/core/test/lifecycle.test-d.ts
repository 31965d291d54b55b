import {
  type BotDecision,
  type BotEffect,
  type BotRefusalCode,
  botLifecycle,
  type ConnectionCommand,
  type ConnectionDecision,
  type ConnectionRefusalCode,
  connectionLifecycle,
} from '@botwright/core/lifecycle';
import { describe, expectTypeOf, it } from 'vitest';

const active = { bot: { state: 'active' } } as const;

/** Says that nothing is left of a union. */
function noOther(rest: never): never {
  return rest;
}

describe('the life of a bot', () => {
  it('is decided one way or the other', () => {
    const decision = botLifecycle.decide(active, { kind: 'trash' });
    expectTypeOf(decision).toEqualTypeOf<BotDecision>();
    if (decision.kind === 'refused') expectTypeOf(decision.code).toEqualTypeOf<BotRefusalCode>();
    else if (decision.kind === 'accepted') expectTypeOf(decision.effects).toEqualTypeOf<readonly BotEffect[]>();
    else noOther(decision);
    // @ts-expect-error Property 'code' does not exist on type 'BotAcceptance'.
    decision.code;
  });

  it('has commands of a closed list, each with what it needs', () => {
    // @ts-expect-error Type '"archive"' is not assignable to type
    botLifecycle.decide(active, { kind: 'archive' });
    // @ts-expect-error Property 'name' is missing in type '{ kind: "rename"; }' but required in type '{ readonly kind: "rename"; readonly name: string; }'.
    botLifecycle.decide(active, { kind: 'rename' });
  });

  it('has effects that a host can go through to the last', () => {
    const carryOut = (effect: BotEffect): unknown => {
      switch (effect.kind) {
        case 'insert_bot':
          return [effect.bot, effect.channels];
        case 'update_bot':
          return effect.name;
        case 'switch_channels':
          return effect.active;
        case 'replace_draft':
        case 'put_test_deployment':
          return effect.revision;
        case 'reserve_version':
          return effect.after;
        case 'reveal_version':
        case 'drop_reservation':
        case 'label_version':
        case 'delete_version':
          return effect.version;
        case 'erase_deliveries':
        case 'destroy_bot':
        case 'publish_again':
        case 'insert_older_versions':
          return effect.kind;
        default:
          return noOther(effect);
      }
    };
    return carryOut;
  });

  it('does not compile where an effect was forgotten', () => {
    const forget = (effect: Extract<BotEffect, { kind: 'erase_deliveries' | 'destroy_bot' }>): void => {
      if (effect.kind === 'erase_deliveries') return;
      // @ts-expect-error Argument of type '{ readonly kind: "destroy_bot"; }' is not assignable to parameter of type 'never'.
      noOther(effect);
    };
    return forget;
  });
});

describe('the life of a connection', () => {
  const waiting = connectionLifecycle.start({ id: 'c1', kind: 'scheduler', startedBy: 7 }, 0);

  it('is decided one way or the other', () => {
    const decision = connectionLifecycle.decide(waiting, { kind: 'decline' }, { now: 0 });
    expectTypeOf(decision).toEqualTypeOf<ConnectionDecision>();
    if (decision.kind === 'refused') expectTypeOf(decision.code).toEqualTypeOf<ConnectionRefusalCode>();
    else if (decision.kind === 'accepted') expectTypeOf(decision.next.progress.kind).toBeString();
    else noOther(decision);
    // @ts-expect-error 'decision.next' is possibly 'undefined'.
    decision.next.id;
  });

  it('has progress of a closed list', () => {
    const describeProgress = ({ progress }: typeof waiting): unknown => {
      switch (progress.kind) {
        case 'claimed':
          return progress.run;
        case 'connected':
          return progress.accountId;
        case 'waiting':
        case 'declined':
          return progress.kind;
        default:
          return noOther(progress);
      }
    };
    return describeProgress;
  });

  it('has commands of a closed list', () => {
    expectTypeOf<ConnectionCommand['kind']>().toEqualTypeOf<
      'open' | 'authorize' | 'decline' | 'reuse_state' | 'claim' | 'connect' | 'reject'
    >();
    // @ts-expect-error Property 'run' is missing in type '{ kind: "claim"; }' but required in type '{ readonly kind: "claim"; readonly run: string; }'.
    connectionLifecycle.decide(waiting, { kind: 'claim' }, { now: 0 });
  });
});
