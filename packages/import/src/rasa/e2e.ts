import type { JsonValue } from '@botwright/core/diagram';
import type { ImportedScenario, ScenarioStep } from '../drafting/scenario-file.ts';
import { isObject, listOf, member, textOf } from '../json.ts';
import type { Placed } from './project.ts';
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

function readTestCase(work: Work, { json, at }: Placed, menu: string | undefined): readonly ImportedScenario[] {
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
  const models = menu === undefined || flow === undefined ? {} : { models: { [menu]: [{ fields: { route: flow } }] } };
  return steps.length === 0 ? [] : [{ name, ...models, steps }];
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

/** The name of the flow that says a response first. */
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
  return [...work.flows.values()].find(({ id, isPattern }) => !isPattern && isFirst(id, 0))?.name;
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
