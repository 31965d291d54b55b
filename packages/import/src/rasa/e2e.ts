import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import type { ImportedScenario, ScenarioStep } from '../drafting/scenario-file.ts';
import { isObject, listOf, member, textOf } from '../json.ts';
import { typedAs } from './collect.ts';
import { fillsOf } from './fills.ts';
import { type Collect, collectsOf } from './flows.ts';
import type { Placed, RasaFlow } from './project.ts';
import type { Work } from './work.ts';

/**
 * End-to-end test cases as scenarios.
 *
 * @param menu - The block whose model chooses flows; `undefined` where words do.
 * @spec IR9
 */
export function readTestCases(work: Work, menu: string | undefined): readonly ImportedScenario[] {
  const byFile = new Map(work.project.testCases.map(({ at, stubs }) => [at.path, stubs]));
  const generic = [...byFile.values()].flatMap(stubsOf).filter(([id]) => !id.includes('::'));
  return work.project.testCases.flatMap((test) => {
    const stubs = [...generic, ...stubsOf(test.stubs)];
    return readTestCase(work, { ...test, stubs }, menu);
  });
}

type Said = string | { readonly matches: string };

type Stubs = readonly (readonly [id: string, stub: JsonValue])[];

function readTestCase(
  work: Work,
  { json, at, stubs }: Placed & { readonly stubs: Stubs },
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
      : { models: { [menu]: [{ fields: { ...filledBy(work, json, flow), [routeName(work)]: flow.name } }] } };
  const answer = { status: 200, body: { events: eventsOf(work, json, stubs), responses: [] } };
  const effects = work.project.actionUrl === undefined ? {} : { effects: { webhook: { answer } } };
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

/**
 * The slots that the model fills from the first sentence of a test case. A text that the flow asks for before the next
 * response, and that the test case does not name, is the sentence.
 */
function filledBy(work: Work, test: JsonValue, { id }: RasaFlow): JsonObject {
  const steps = listOf(member(test, 'steps'));
  const second = steps.findIndex((step, at) => at > 0 && member(step, 'user') !== undefined);
  const fills = new Map(fillsOf(work).map(({ destination, type }) => [destination, type]));
  const collects = collectsOf(work, id);
  const next = collects.findIndex((each) => utterOf(each) === firstUtter(test));
  const sentence = textOf(member(steps[0], 'user'));
  const values = [
    ...collects
      .slice(0, Math.max(next, 0))
      .filter(({ slot }) => fills.get(work.slot(slot)) === 'string')
      .map(({ slot }) => [slot, sentence] as const),
    ...steps.slice(0, second === -1 ? undefined : second).flatMap(slotsSet),
  ];
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

const stubsOf = (stubs: JsonValue | undefined): Stubs => Object.entries(isObject(stubs) ? stubs : {});

/** The slots that actions set: the ones of the test case that nobody is asked for, and those of stubs. */
function eventsOf(work: Work, test: JsonValue, stubs: Stubs): readonly JsonObject[] {
  const asked = new Set([...work.flows.keys()].flatMap((id) => collectsOf(work, id).map(({ slot }) => slot)));
  const stated = listOf(member(test, 'steps'))
    .flatMap(slotsSet)
    .filter(([slot]) => !asked.has(slot) && work.project.slots.has(slot));
  const found = new Map(stated);
  for (const [id, stub] of stubs) {
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

/** The flow that says a response first, else of one that asks with it later. */
function flowThatSays(work: Work, utter: string): RasaFlow | undefined {
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
  const asks = (id: string): boolean => collectsOf(work, id).some((each) => utterOf(each) === utter);
  return flows.find(({ id }) => isFirst(id, 0)) ?? flows.find(({ id }) => asks(id));
}

const utterOf = ({ slot, step }: Collect): string => textOf(member(step, 'utter')) || `utter_ask_${slot}`;

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
