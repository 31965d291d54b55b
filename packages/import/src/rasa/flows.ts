import type { JsonValue } from '@botwright/core/diagram';
import { branch, type Way } from '../drafting/branch.ts';
import { Chain, type Column } from '../drafting/draft.ts';
import { isObject, listOf, member, pointerTo, textOf } from '../json.ts';
import { below, type SourceAt } from '../source-order.ts';
import { runAction } from './actions.ts';
import { collect } from './collect.ts';
import type { RasaFlow } from './project.ts';
import { fill, say } from './responses.ts';
import { flowPlace, readCondition, type Work } from './work.ts';

/** The work on one flow. */
interface Flow {
  readonly work: Work;
  readonly flow: RasaFlow;
  readonly column: Column;
  readonly end: string;
  /** In the order of the source. */
  readonly steps: readonly PlacedStep[];
}

interface PlacedStep {
  readonly step: JsonValue;
  readonly pointer: string;
}

/** Steps within steps. */
const deepest = 20;

/** Adds the blocks of a flow. @param end - Where the flow ends. @spec IR3 */
export function addFlow(work: Work, flow: RasaFlow, column: Column, end: string): void {
  const { draft } = work;
  const at = below(flow.at, 'steps');
  const steps = stepsIn(member(flow.json, 'steps'), at.pointer, 0);
  const first = addSteps({ work, flow, column, end, steps }, member(flow.json, 'steps'), at, end, 0);
  draft.builder.standsFor(flowPlace(flow.id), first);
  draft.report(flow.at, ['carried', 'carried', 'The flow is a part of the diagram.'], flowPlace(flow.id));
}

const stepPlace = (flow: RasaFlow, id: string): string => `step ${JSON.stringify([flow.id, id])}`;
/** Where the slot of a step is asked, whatever its value. */
const askPlace = (flow: RasaFlow, id: string): string => `ask ${JSON.stringify([flow.id, id])}`;

/** @returns The place of the first step. */
function addSteps(of: Flow, list: JsonValue | undefined, at: SourceAt, after: string, depth: number): string {
  const { work, flow } = of;
  const steps = listOf(list);
  const places = steps.map((step) => {
    const id = textOf(member(step, 'id'));
    return id === '' ? work.draft.place() : stepPlace(flow, id);
  });
  for (const [nth, step] of steps.entries()) {
    addStep(of, step, below(at, nth), places[nth] as string, places[nth + 1] ?? after, depth);
  }
  return places[0] ?? after;
}

function addStep(of: Flow, step: JsonValue, at: SourceAt, from: string, following: string, depth: number): void {
  const { work, column } = of;
  const { draft } = work;
  const given = member(step, 'next');
  const next =
    given === undefined || given === null ? following : addNext(of, given, below(at, 'next'), following, depth);
  const name = (key: string): string => textOf(member(step, key));
  const chain = new Chain(draft, column, from);
  if (name('collect') !== '') {
    const id = name('id');
    const ask = id === '' ? draft.place() : askPlace(of.flow, id);
    collect(work, column, step, at, { from, ask: isRepeated(of, at.pointer) ? from : ask, next });
    if (isRepeated(of, at.pointer)) draft.builder.standsFor(ask, from);
    return;
  }
  if (name('action') !== '') {
    const action = name('action');
    if (action.startsWith('utter_') || work.project.responses.has(action)) {
      say(work, chain, action, at);
      draft.report(at, ['carried', 'carried', 'The response is said.']);
    } else {
      runAction(work, chain, action, at, slotsRead(given));
    }
    chain.end(next);
    return;
  }
  if (member(step, 'set_slots') !== undefined) {
    setSlots(work, chain, member(step, 'set_slots'), at);
    chain.end(next);
    return;
  }
  if (name('link') !== '') {
    const to = name('link');
    if (to === 'pattern_human_handoff' && !work.flows.has(to)) {
      draft.report(at, ['carried', 'carried', 'A person takes over.'], chain.close('human_takeover', {}));
      return;
    }
    if (work.flows.has(to)) {
      draft.report(at, ['carried', 'carried', 'The link is a connection.'], flowPlace(to));
      chain.end(flowPlace(to));
      return;
    }
    draft.report(at, [
      'lost',
      'link-outside',
      `The link leads to the flow “${to}”, which is not there: the flow ends.`,
    ]);
    chain.end(of.end);
    return;
  }
  if (name('call') !== '') {
    const to = name('call');
    if (!work.flows.has(to)) {
      draft.report(at, ['lost', 'integration-unknown', `“${to}” is not called: it is no flow of these files.`]);
      chain.end(next);
      return;
    }
    const key = callFlow(work, chain, to);
    draft.report(at, ['carried', 'carried', 'The flow is called.'], key);
    chain.end(next);
    return;
  }
  if (member(step, 'noop') !== undefined || given !== undefined) {
    draft.report(at, ['carried', 'carried', 'The step only leads on.']);
    chain.end(next);
    return;
  }
  const kind = Object.keys(isObject(step) ? step : {}).find((key) => key !== 'id') ?? 'step';
  draft.report(at, ['lost', 'integration-unknown', `The step “${kind}” does nothing here.`]);
  chain.end(next);
}

/** Adds a call of a flow. */
export function callFlow(work: Work, chain: Chain, id: string): string {
  return chain.add('bot_link', work.draft.callParams, '$success', [], flowPlace(id));
}

/** @returns The place to which the next of a step leads. */
function addNext(of: Flow, next: JsonValue, at: SourceAt, following: string, depth: number): string {
  const { work, column } = of;
  const { draft } = work;
  if (typeof next === 'string') return stepOf(of, next, at);
  if (depth >= deepest) {
    draft.report(at, [
      'lost',
      'edge-dangling',
      `The steps are nested more than ${deepest} levels deep: the flow ends.`,
    ]);
    return of.end;
  }
  const from = draft.place();
  const ways: Way[] = [];
  let otherwise = of.end;
  for (const [nth, each] of listOf(next).entries()) {
    const place = below(at, nth);
    draft.report(place, ['carried', 'carried', 'The branch is a condition.']);
    const condition = member(each, 'if');
    if (condition === undefined) {
      const target = member(each, 'else');
      otherwise = targetOf(of, target, below(place, 'else'), following, depth);
      continue;
    }
    const source = typeof condition === 'boolean' ? String(condition) : textOf(condition);
    ways.push({
      decision: readCondition(work, source, below(place, 'if')),
      to: targetOf(of, member(each, 'then'), below(place, 'then'), following, depth),
      name: source.slice(0, 60),
    });
  }
  branch(draft, column, from, ways, otherwise);
  return from;
}

function targetOf(of: Flow, target: JsonValue | undefined, at: SourceAt, following: string, depth: number): string {
  if (typeof target === 'string') return stepOf(of, target, at);
  return Array.isArray(target) ? addSteps(of, target, at, following, depth + 1) : following;
}

function stepOf({ work, flow, end, steps }: Flow, id: string, at: SourceAt): string {
  if (/^end$/i.test(id)) return end;
  const target = steps.findIndex((each) => idOf(each) === id);
  const isAsked = textOf(member(steps[target]?.step, 'collect')) !== '';
  if (target !== -1) return isAsked && target <= indexAt(steps, at.pointer) ? askPlace(flow, id) : stepPlace(flow, id);
  work.draft.report(at, ['lost', 'edge-dangling', `The step “${id}” is not there: the flow ends.`]);
  return end;
}

const idOf = ({ step }: PlacedStep): string => textOf(member(step, 'id'));

/** The index of the step with a place in the source. */
const indexAt = (steps: readonly PlacedStep[], pointer: string): number =>
  steps.findLastIndex((each) => pointer === each.pointer || pointer.startsWith(`${each.pointer}/`));

/**
 * Whether steps come again from one that asks nothing: then a slot is asked whatever its value, so that the loop waits
 * for the visitor.
 */
function isRepeated({ steps }: Flow, pointer: string): boolean {
  const own = indexAt(steps, pointer);
  return steps.some(({ step }, from) =>
    jumpsOf(member(step, 'next')).some((id) => {
      const to = steps.findIndex((each) => idOf(each) === id);
      return to !== -1 && to <= own && own <= from && textOf(member(steps[to]?.step, 'collect')) === '';
    }),
  );
}

/** The ids of the steps to which the next of a step leads. */
function jumpsOf(next: JsonValue | undefined): readonly string[] {
  if (typeof next === 'string') return [next];
  return listOf(next).flatMap((each) => ['then', 'else'].map((name) => textOf(member(each, name))));
}

/** A value that no Field can have: it has none. */
export const isNothing = (value: JsonValue): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

function setSlots(work: Work, chain: Chain, json: JsonValue | undefined, at: SourceAt): void {
  const pairs = (Array.isArray(json) ? listOf(json) : [json ?? null]).flatMap((each) =>
    isObject(each) ? Object.entries(each) : [],
  );
  for (const [slot, value] of pairs) {
    const field = work.slot(slot);
    const filled = typeof value === 'string' ? fill(work, value, at) : value;
    const key = isNothing(filled)
      ? chain.add('set_a_field', { field, action: 'UNSET' }, 'success')
      : chain.add('set_a_field', { field, action: 'SET', value: filled }, 'success');
    work.draft.report(at, ['carried', 'carried', 'The slots are set.'], key);
  }
  if (pairs.length === 0) work.draft.report(at, ['carried', 'carried', 'No slot is set.']);
}

/** The slots in the conditions of the next of a step. */
function slotsRead(next: JsonValue | undefined): readonly string[] {
  return listOf(next).flatMap((each) =>
    [...textOf(member(each, 'if')).matchAll(/slots\.([\p{L}\p{N}_]+)/gu)].map(([, slot = '']) => slot),
  );
}

/** The slots that a flow asks for and that are forgotten after it. */
export function slotsAskedBy(work: Work, id: string): ReadonlySet<string> {
  const forgotten = collectsOf(work, id).filter(({ step, isKept }) => {
    return member(step, 'reset_after_flow_ends') !== false && !isKept;
  });
  return new Set(forgotten.map(({ slot }) => slot));
}

/** A step that asks for a slot. */
export interface Collect {
  readonly slot: string;
  readonly step: JsonValue;
  /** The flow keeps the slot after its end. */
  readonly isKept: boolean;
}

/** The steps of a flow that ask, with the steps of the flows that it calls or links. */
export function collectsOf(work: Work, id: string): readonly Collect[] {
  const found: Collect[] = [];
  const seen = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const flow = seen.has(next) ? undefined : work.flows.get(next);
    seen.add(next);
    if (flow === undefined) continue;
    const kept = new Set(listOf(member(flow.json, 'persisted_slots')).map(textOf));
    for (const { step } of stepsIn(member(flow.json, 'steps'), '', 0)) {
      const slot = textOf(member(step, 'collect'));
      if (slot !== '') found.push({ slot, step, isKept: kept.has(slot) });
      for (const name of ['call', 'link']) {
        const to = textOf(member(step, name));
        if (to !== '') open.push(to);
      }
    }
  }
  return found;
}

function stepsIn(steps: JsonValue | undefined, pointer: string, depth: number): readonly PlacedStep[] {
  if (depth > deepest) return [];
  return listOf(steps).flatMap((step, nth) => {
    const own = pointerTo(pointer, nth);
    const inner = listOf(member(step, 'next')).flatMap((each, at) =>
      ['then', 'else'].flatMap((name) => stepsIn(member(each, name), pointerTo(own, 'next', at, name), depth + 1)),
    );
    return [{ step, pointer: own }, ...inner];
  });
}
