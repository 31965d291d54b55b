import type { JsonValue } from '@botwright/core/diagram';
import type { ImportedScenario, ScenarioStep } from '../drafting/scenario-file.ts';
import { isObject, listOf, member, textOf } from '../json.ts';
import type { Placed } from './project.ts';
import type { Work } from './work.ts';

/** End-to-end test cases as scenarios. @spec IR9 */
export function readTestCases(work: Work): readonly ImportedScenario[] {
  return work.project.testCases.flatMap((test) => readTestCase(work, test));
}

type Said = string | { readonly matches: string };

function readTestCase(work: Work, { json, at }: Placed): readonly ImportedScenario[] {
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
  draft.remark(at, ['carried', 'carried', 'The test case is a scenario.']);
  if (left > 0) {
    draft.remark(at, ['changed', 'setting-dropped', 'The scenario ends before an input that is a command or empty.']);
  }
  if (listOf(member(json, 'fixtures')).length > 0) {
    draft.remark(at, ['changed', 'setting-dropped', 'The scenario begins without the slots of fixtures.']);
  }
  return steps.length === 0 ? [] : [{ name, steps }];
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
