import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import type { ImportedScenario, ScenarioStep } from '../drafting/scenario-file.ts';
import { isObject, listOf, member, textOf } from '../json.ts';
import { typedAs } from './collect.ts';
import { fillsOf } from './fills.ts';
import { collectsOf } from './flows.ts';
import type { TestCase } from './project.ts';
import type { Work } from './work.ts';

/**
 * End-to-end test cases as scenarios.
 *
 * @param menu - The block whose model chooses flows; `undefined` where words do.
 * @spec IR9
 */
export function readTestCases(work: Work, menu: string | undefined): readonly ImportedScenario[] {
  return work.project.testCases.flatMap((test) => readTestCase(work, test, menu));
}

type Said = string | { readonly matches: string };

function readTestCase(
  work: Work,
  { json, at, stubs }: TestCase,
  menu: string | undefined,
): readonly ImportedScenario[] {
  const { draft } = work;
  const name = textOf(member(json, 'test_case')) || 'Test case';
  const steps: ScenarioStep[] = [];
  let said: Said[] | undefined;
  let left = 0;
  const close = (): void => {
    if (said !== undefined && said.length > 0) steps.push({ bot: said });
    said = undefined;
  };
  for (const step of listOf(member(json, 'steps'))) {
    const user = member(step, 'user');
    if (user !== undefined) {
      close();
      const text = typeof user === 'string' ? user : String(user ?? '');
      if (text.trim() === '' || text.startsWith('/')) {
        left += 1;
        break;
      }
      steps.push({ visitor: text });
      said = [];
      for (const assertion of listOf(member(step, 'assertions'))) {
        const uttered = saidBy(work, textOf(member(member(assertion, 'bot_uttered'), 'utter_name')));
        if (uttered !== undefined) said.push(uttered);
      }
      continue;
    }
    const uttered = saidBy(work, textOf(member(step, 'utter'))) ?? (textOf(member(step, 'bot')) || undefined);
    if (uttered !== undefined) said?.push(uttered);
  }
  close();
  draft.report(at, ['carried', 'carried', 'The test case is a scenario.']);
  if (left > 0) {
    draft.report(at, ['changed', 'setting-dropped', 'The scenario ends before an input that is a command or empty.']);
  }
  if (listOf(member(json, 'fixtures')).length > 0) {
    draft.report(at, ['changed', 'setting-dropped', 'The scenario begins without the slots of fixtures.']);
  }
  const flow = menu === undefined ? undefined : flowThatSays(work, firstUtter(json));
  const models =
    menu === undefined || flow === undefined
      ? {}
      : { models: { [menu]: [{ fields: { ...filledBy(work, json), [routeName(work)]: flow } }] } };
  const events = eventsOf(work, json, stubs);
  const answer = { status: 200, body: { events, responses: [] } };
  const effects = events.length === 0 ? {} : { effects: { webhook: { answer } } };
  return steps.length === 0 ? [] : [{ name, ...models, ...effects, steps }];
}

/** The name under which the model answers the flow: a Field that it fills may have it. */
function routeName(work: Work): string {
  const taken = new Set(fillsOf(work).map(({ destination }) => destination));
  let name = 'route';
  while (taken.has(name)) name += '_';
  return name;
}

/** The slots that a step of a test case says were set. */
function slotsSet(step: JsonValue | undefined): readonly (readonly [slot: string, value: JsonValue])[] {
  const stated = [
    ...listOf(member(step, 'slot_was_set')),
    ...listOf(member(step, 'assertions')).flatMap((each) => listOf(member(each, 'slot_was_set'))),
  ];
  return stated.flatMap((each) => {
    if (!isObject(each)) return [];
    const name = textOf(member(each, 'name'));
    return name === '' ? Object.entries(each) : [[name, member(each, 'value') ?? null] as const];
  });
}

/** The slots that the model fills from the first sentence of a test case. */
function filledBy(work: Work, test: JsonValue): JsonObject {
  const steps = listOf(member(test, 'steps'));
  const second = steps.findIndex((step, at) => at > 0 && member(step, 'user') !== undefined);
  const fills = new Map(fillsOf(work).map(({ destination, type }) => [destination, type]));
  const values = steps.slice(0, second === -1 ? undefined : second).flatMap(slotsSet);
  return Object.fromEntries(
    values.flatMap(([slot, value]) => {
      const field = work.slot(slot);
      const type = fills.get(field);
      if (type === undefined || value === null || typeof value === 'object') return [];
      const typed = type === 'string' ? String(value) : typedAs(String(value), rasaTypes[type] ?? '', []);
      return [[field, typed] as const];
    }),
  );
}

const rasaTypes: Readonly<Record<string, string>> = { boolean: 'bool', number: 'float', integer: 'int' };

/** The slots that actions set: by the stubs of the file, else the ones of the test case that nobody is asked for. */
function eventsOf(work: Work, test: JsonValue, stubs: JsonValue | undefined): readonly JsonObject[] {
  const asked = new Set([...work.flows.keys()].flatMap((id) => collectsOf(work, id).map(({ slot }) => slot)));
  const stated = listOf(member(test, 'steps'))
    .flatMap(slotsSet)
    .filter(([slot]) => !asked.has(slot) && work.project.slots.has(slot));
  const found = new Map(stated);
  for (const [id, stub] of Object.entries(isObject(stubs) ? stubs : {})) {
    const [, of] = /^(.*)::[^:]*$/.exec(id) ?? [];
    if (of !== undefined && of !== textOf(member(test, 'test_case'))) continue;
    for (const event of listOf(member(stub, 'events'))) {
      if (textOf(member(event, 'event')) === 'slot') {
        found.set(textOf(member(event, 'name')), member(event, 'value') ?? null);
      }
    }
  }
  return [...found].map(([name, value]) => ({ event: 'slot', name, value }));
}

/** The first response that a test case expects. */
function firstUtter(test: JsonValue): string {
  for (const step of listOf(member(test, 'steps'))) {
    const asserted = listOf(member(step, 'assertions')).map((each) =>
      textOf(member(member(each, 'bot_uttered'), 'utter_name')),
    );
    const utter = textOf(member(step, 'utter')) || (asserted.find((each) => each !== '') ?? '');
    if (utter !== '') return utter;
  }
  return '';
}

/** The name of the flow that says a response first, else of one that asks with it later. */
function flowThatSays(work: Work, utter: string): string | undefined {
  const isFirst = (id: string, depth: number): boolean => {
    const step = listOf(member(work.flows.get(id)?.json, 'steps')).find((each) =>
      ['collect', 'action', 'call'].some((name) => textOf(member(each, name)) !== ''),
    );
    const called = textOf(member(step, 'call'));
    if (called !== '') return depth < 5 && isFirst(called, depth + 1);
    const slot = textOf(member(step, 'collect'));
    const said = textOf(member(step, 'utter')) || (slot === '' ? textOf(member(step, 'action')) : `utter_ask_${slot}`);
    return utter !== '' && said === utter;
  };
  const flows = [...work.flows.values()].filter(({ isPattern }) => !isPattern);
  const asks = (id: string): boolean =>
    collectsOf(work, id).some(({ slot, step }) => (textOf(member(step, 'utter')) || `utter_ask_${slot}`) === utter);
  return (flows.find(({ id }) => isFirst(id, 0)) ?? flows.find(({ id }) => asks(id)))?.name;
}

/** The words of a response: one of its texts, with anything in place of slots. */
function saidBy({ project }: Work, name: string): Said | undefined {
  if (name === '') return undefined;
  const texts = listOf(project.responses.get(name)?.json).flatMap((each: JsonValue) => {
    const text = isObject(each) ? textOf(member(each, 'text')) : '';
    return text === '' ? [] : [text];
  });
  const [only, ...more] = texts;
  if (only === undefined) return undefined;
  if (more.length === 0 && !/[{}]/.test(only)) return only;
  const patterns = texts.map((text) =>
    text
      .split(/\{\{.*?\}\}|\{[^{}]*\}/s)
      .map((part) => part.replace(/[\\^$.|?*+()[\]{}/]/g, '\\$&'))
      .join('[^]*'),
  );
  return { matches: `^(?:${patterns.join('|')})$` };
}
