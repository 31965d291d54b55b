import type { Principal } from '../../domain/principal.ts';
import { asUuid } from '../../domain/uuid.ts';
import type { DeliveryRecord } from '../../ports/delivery-store.ts';
import type { BotRecord } from '../../records/bots.ts';
import type { ChannelRecord } from '../../records/channels.ts';
import type { CustomerRecord } from '../../records/customers.ts';
import type { DraftHead } from '../../records/drafts.ts';
import type { HookRecord } from '../../records/hooks.ts';
import type { VersionRecord } from '../../records/versions.ts';
import { toBot } from '../bots/bot-records.ts';
import type { ChannelCaller } from '../conversations/channel-engine.ts';
import { toCustomer } from '../customers/customer-records.ts';
import { toDelivery } from '../deliveries.ts';
import type { IdentityMap } from '../identities/identity-map.ts';
import { personsIn, replacePersons } from '../identities/ids-in-values.ts';
import { type Load, toSummary } from '../records/loads.ts';
import { load, needs, type UseCase } from '../use-case/use-case.ts';
import { commands, type PolicyCommand } from './commands.ts';
import { askPolicy, type Policy } from './policy.ts';
import type { PolicyFacts } from './policy-facts.ts';

/** One call of a use-case. */
export interface Call {
  readonly family: string;
  readonly useCase: string;
  readonly given: readonly unknown[];
}

interface Describing {
  ids(...given: readonly unknown[]): object;
  readonly facts: readonly (keyof PolicyFacts)[];
}

/** @returns `undefined`: the use-case changes nothing that a policy is asked about. */
export function describe({ family, useCase }: Pick<Call, 'family' | 'useCase'>): Describing | undefined {
  const ofFamily = (commands as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[family];
  const found = ofFamily?.[useCase];
  return found === undefined || found === 'read' ? undefined : (found as Describing);
}

/** Asks the policy about the decisions of one call. */
export type AskInDecision = <T>(by: Principal | ChannelCaller, useCase: UseCase<T>) => UseCase<T>;

/**
 * Asks the policy once for a call, when all other rules allow the command, in the transaction that stores its decision.
 * A use-case of several steps is asked about in its first step, before the host prepares channels. A run whose commit
 * conflicts has decided nothing: the next run is asked about again only if its facts differ.
 *
 * @spec PO1, PO2, PO3, PO4, PO5, PO6, HI7
 */
export function askInDecision(
  policy: Policy,
  call: Call,
  described: Describing,
  identities?: IdentityMap,
): AskInDecision {
  const ids = new Map<number, string>();
  const known = new Map<keyof PolicyFacts, unknown>();
  /** The facts that the policy has allowed, as JSON. */
  let allowed: string | undefined;
  let hasStep = false;

  return function* (by, useCase) {
    const ofRun = new Map<keyof PolicyFacts, unknown>();
    const note = (loads: readonly Load[], answers: readonly unknown[]) => {
      for (const [index, each] of loads.entries()) {
        const fact = answers[index] === undefined ? undefined : factOf(each, answers[index]);
        // A use-case loads the subject of its command first.
        if (fact !== undefined && !ofRun.has(fact[0])) ofRun.set(...fact);
      }
    };
    let next = useCase.next([]);
    while (next.done !== true) {
      const loads = next.value;
      const answers = yield loads;
      note(loads, answers);
      next = useCase.next(answers);
    }
    const decision = next.value;
    if (decision.kind === 'needs') return decision;
    const { isStep = false, operations } = decision;
    const isNothing = !isStep && operations.every(({ kind }) => kind === 'completeRequest');
    if (isNothing || (hasStep && !isStep)) return decision;

    if (described.facts.includes('bots')) ofRun.set('bots', (yield* load({ kind: 'botCount' }))[0]);
    for (const [name, fact] of ofRun) known.set(name, fact);
    const facts = Object.fromEntries(described.facts.map((name) => [name, known.get(name)]));
    const text = JSON.stringify(facts);
    if (text !== allowed) {
      const asked: Asked = [commandOf(call, described), by, Object.freeze(JSON.parse(text))];
      const missing = identities === undefined ? [] : [...personsIn(partsOf(asked))].filter((each) => !ids.has(each));
      if (identities !== undefined && missing.length > 0) {
        return needs(async () => {
          const found = await identities.idsOf(by.brand, missing);
          for (const number of missing) ids.set(number, found.get(number) ?? String(number));
        });
      }
      askPolicy(policy, ...(identities === undefined ? asked : identified(asked, ids)));
      allowed = text;
    }
    hasStep ||= isStep;
    return decision;
  };
}

type Asked = readonly [PolicyCommand, Principal | ChannelCaller, PolicyFacts];

/** The objects that can hold numbers of persons. */
function partsOf([command, by, facts]: Asked): readonly object[] {
  return [command, by, ...Object.values(facts)];
}

/** The question to the policy, with the host's ids of persons. @spec HI7 */
function identified([command, by, facts]: Asked, ids: ReadonlyMap<number, string>): Asked {
  const replace = <T>(value: T) => replacePersons(value, (number) => ids.get(number) ?? String(number)) as unknown as T;
  const named = Object.entries(facts).map(([name, fact]) => [name, replace(fact)]);
  return [Object.freeze(replace(command)), replace(by), Object.freeze(Object.fromEntries(named))];
}

function commandOf({ family, useCase, given }: Call, { ids }: Describing): PolicyCommand {
  const members = Object.entries(ids(...given)).map(([name, id]) => [name, asUuid(id) ?? id]);
  return Object.freeze({ type: `${family}.${useCase}`, ...Object.fromEntries(members) });
}

/** The fact that a load has answered. */
function factOf({ kind }: Load, answer: unknown): readonly [keyof PolicyFacts, unknown] | undefined {
  switch (kind) {
    case 'bot':
    case 'lockedBot':
      return ['bot', toBot(answer as BotRecord)];
    case 'draft':
    case 'draftHead': {
      const { revision, violationsTotal, editedAt, editedBy } = answer as DraftHead;
      return ['draft', { revision, violationsTotal, editedAt, editedBy }];
    }
    case 'version':
      return ['version', toSummary(answer as VersionRecord)];
    case 'channel':
    case 'lockedChannel': {
      const { number, id, name, type, workspace, active } = answer as ChannelRecord;
      return ['channel', { number, id, name, type, workspace, active }];
    }
    case 'lockedHook': {
      const { number, channelNumber, name, active } = answer as HookRecord;
      return ['hook', { number, channelNumber, name, active }];
    }
    case 'hookList':
      return ['hooks', (answer as { readonly total: number }).total];
    case 'customer':
    case 'customerByToken': {
      const { fields: _, ...customer } = toCustomer(answer as CustomerRecord);
      return ['customer', customer];
    }
    case 'delivery':
      return ['delivery', toDelivery(answer as DeliveryRecord)];
    default:
      return undefined;
  }
}
