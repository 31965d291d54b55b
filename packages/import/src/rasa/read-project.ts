import type { JsonObject } from '@botwright/core/diagram';
import type { Decision } from '../code/logic.ts';
import type { BlocksAtHand } from '../diagram/blocks-at-hand.ts';
import { branch } from '../drafting/branch.ts';
import { Chain, type Column, draftOf } from '../drafting/draft.ts';
import { listen, phrasesOf } from '../drafting/listen.ts';
import { scenarioFile } from '../drafting/scenario-file.ts';
import type { BotHead } from '../finished-bot.ts';
import type { ImportedBot, ImportOptions, ImportReading } from '../importer.ts';
import { listOf, member, memberAt, textOf } from '../json.ts';
import { withoutAbsent } from '../plain-texts.ts';
import type { ImportEntry } from '../report.ts';
import { readTestCases } from './e2e.ts';
import { fillsOf } from './fills.ts';
import { addFlow, callFlow, isNothing, slotsAskedBy } from './flows.ts';
import type { Project, RasaFlow } from './project.ts';
import { say } from './responses.ts';
import { columnOf, completedPlace, flowPlace, menuPlace, readCondition, type Work, workOn } from './work.ts';

/** Converts one assistant. */
export function readProject(
  project: Project,
  bot: BotHead,
  at: BlocksAtHand,
  options: ImportOptions,
): {
  readonly bot: ImportedBot;
  readonly entries: readonly ImportEntry[];
  readonly scenarios: NonNullable<ImportReading['scenarios']>;
} {
  const draft = draftOf(bot, at, options, project.paths);
  const work = workOn(project, draft);
  const first = columnOf('menu', 'Menu', 0);
  const start = addStart(work, first);
  const { startable, menu } = addMenu(work, first);
  let nth = 0;
  for (const flow of project.flows) {
    if (work.flows.get(flow.id) !== flow) {
      draft.report(flow.at, ['lost', 'edge-dangling', `The flow “${flow.id}” is in another file too, which counts.`]);
      continue;
    }
    nth += 1;
    const column = columnOf(flow.id, flow.name, nth);
    const inline = inlineEnd(flow.id);
    if (flow.isPattern && inline === undefined && !isNamed(work, flow.id)) {
      reportPattern(work, flow);
      continue;
    }
    const end = inline ?? endOf(work, column, flow.id);
    addFlow(work, flow, column, end);
    if (!flow.isPattern && !startable.has(flow.id)) continue;
    if (!flow.isPattern) {
      const filled = menu === undefined ? 'fills no slot: each is asked' : 'fills slots by the model';
      const message = `The sentence that begins the flow ${filled}. While it runs, no other flow begins.`;
      draft.report(flow.at, ['changed', 'entity-asked', message], flowPlace(flow.id));
    }
  }
  reportParts(work);
  const scenarios = readTestCases(work, menu);
  const { bot: made, entries } = draft.finish(start, { path: project.paths[0] ?? '', pointer: '' });
  return {
    bot: made,
    entries: entries.map((entry) => ({ ...entry, source: { ...entry.source, ...project.placeOf(entry.source) } })),
    scenarios: scenarios.length === 0 ? [] : [scenarioFile(bot.key, scenarios)],
  };
}

/** Flows of the system that the importer puts in their places, with the places where they end. */
function inlineEnd(id: string): string | undefined {
  return ['pattern_session_start', 'pattern_completed', 'pattern_cannot_handle'].includes(id) ? menuPlace : undefined;
}

/** A flow that was called returns; one that the visitor began ends the same way. */
function endOf({ draft }: Work, column: Column, id: string): string {
  const end = `end ${id}`;
  draft.builder.standsFor(end, draft.add(column, 'go_back', {}, []));
  return end;
}

/** Whether a step names a flow. */
function isNamed({ project }: Work, id: string): boolean {
  const text = JSON.stringify(project.flows.map(({ json }) => json));
  return text.includes(`"link":${JSON.stringify(id)}`) || text.includes(`"call":${JSON.stringify(id)}`);
}

/** Sets the slots that have a value at the start, and greets. @spec IR1 */
function addStart(work: Work, column: Column): string {
  const { draft, project } = work;
  const start = 'the start';
  const chain = new Chain(draft, column, start);
  for (const [name, { json, at }] of project.slots) {
    const value = member(json, 'initial_value');
    if (value === undefined || isNothing(value)) continue;
    const key = chain.add('set_a_field', { field: work.slot(name), action: 'SET', value }, 'success');
    draft.report(at, ['carried', 'carried', 'The slot has its value from the start.'], key);
  }
  const [path = ''] = project.paths;
  if (work.flows.has('pattern_session_start')) {
    chain.end(flowPlace('pattern_session_start'));
    return start;
  }
  if (project.responses.has('utter_greet')) {
    say(work, chain, 'utter_greet', { path, pointer: '' });
    draft.report({ path, pointer: '' }, ['changed', 'start-implied', 'The bot greets at once, with “utter_greet”.']);
  } else {
    draft.report({ path, pointer: '' }, ['carried', 'start-implied', 'The visitor speaks first: nothing greets.']);
  }
  chain.end(menuPlace);
  return start;
}

const defaults = {
  completed: 'What else can I help you with?',
  cannotHandle: 'I am unable to understand you. Could you please rephrase?',
} as const;

/** Waits for a sentence that begins a flow. @spec IR8 */
function addMenu(
  work: Work,
  column: Column,
): { readonly startable: ReadonlySet<string>; readonly menu: string | undefined } {
  const { draft } = work;
  const other = 'not understood';
  const flows = [...work.flows.values()].filter(({ isPattern }) => !isPattern).toReversed();
  const offered = flows.flatMap((flow) => {
    const guard = guardOf(work, flow);
    return guard === false ? [] : [{ flow, guard }];
  });
  const heard = offered.map(({ flow, guard }) => {
    const to = draft.place();
    const begin = draft.place();
    branch(draft, column, to, [{ decision: guard, to: begin }], other);
    const chain = new Chain(draft, column, begin);
    callFlow(work, chain, flow.id);
    for (const slot of slotsAskedBy(work, flow.id)) {
      chain.add('set_a_field', { field: work.slot(slot), action: 'UNSET' }, 'success');
    }
    chain.end(completedPlace);
    return { flow, name: flow.name, phrases: phrasesFor(work, flow), to };
  });
  let menu: string | undefined;
  const isByWords = heard.every(({ phrases }) => phrases.length > 0);
  if (isByWords) {
    const { left } = listen(draft, column, menuPlace, {
      heard,
      otherwise: other,
      destination: work.ownField('last_text'),
    });
    for (const { flow } of heard) {
      const isLeft = left.some(({ name }) => name === flow.name);
      draft.report(
        flow.at,
        isLeft
          ? ['lost', 'choice-limit', `The flow “${flow.name}” is not understood: 100 fit.`]
          : ['changed', 'intent-by-phrases', 'The flow begins by the words of its sentences, not by a model.'],
      );
    }
  } else {
    menu = askModel(work, column, heard, other);
  }
  addEnding(work, column, 'pattern_completed', completedPlace, 'utter_can_do_something_else', defaults.completed);
  addEnding(work, column, 'pattern_cannot_handle', other, 'utter_ask_rephrase', defaults.cannotHandle);
  return { startable: new Set(offered.map(({ flow }) => flow.id)), menu };
}

/** The most flows of one block. */
const mostRoutes = 100;

function askModel(
  work: Work,
  column: Column,
  heard: readonly { readonly flow: RasaFlow; readonly phrases: readonly string[]; readonly to: string }[],
  other: string,
): string {
  const { draft, project } = work;
  const name = project.modelName ?? 'commands';
  const { models = {} } = draft.options;
  const routes = heard.slice(0, mostRoutes).map(
    ({ flow, phrases }, nth): JsonObject => ({
      id: `r${nth + 1}`,
      name: flow.name,
      phrases: phrasesOf([textOf(member(flow.json, 'description')), ...wordsOf(flow), ...phrases]).phrases,
    }),
  );
  const fills = fillsOf(work);
  const params = withoutAbsent({
    quiet: true,
    method: 'model',
    fills: fills.length === 0 ? undefined : fills,
    model: Object.hasOwn(models, name) ? models[name] : name,
    destination: work.ownField('last_text'),
    routes,
  });
  const leads = heard.slice(0, mostRoutes).map(({ to }, nth) => [`$r${nth + 1}`, to] as const);
  const key = draft.add(column, 'understand', params, [...leads, ['$other', other]]);
  draft.builder.standsFor(menuPlace, key);
  draft.need('model', name, key);
  for (const [nth, { flow }] of heard.entries()) {
    draft.report(
      flow.at,
      nth < mostRoutes
        ? [
            'changed',
            'credentials-missing',
            `The host configures the model “${name}”, which chooses the flow by its name.`,
          ]
        : ['lost', 'choice-limit', `The flow “${flow.name}” is not understood: ${mostRoutes} fit.`],
      key,
    );
  }
  return key;
}

/** Says a response of the system, unless a flow of the source does. */
function addEnding(work: Work, column: Column, pattern: string, from: string, response: string, words: string): void {
  const { draft, project } = work;
  const chain = new Chain(draft, column, from);
  if (work.flows.has(pattern)) {
    chain.end(flowPlace(pattern));
    return;
  }
  const known = project.responses.get(response);
  if (known === undefined) chain.add('send_text', { text: words });
  else say(work, chain, response, known.at);
  chain.end(menuPlace);
}

/** When a flow may begin. `false`: only other flows begin it. */
function guardOf(work: Work, flow: RasaFlow): Decision {
  const guard = member(flow.json, 'if');
  if (guard === undefined || guard === null) return true;
  if (typeof guard === 'boolean') return guard;
  return readCondition(work, textOf(guard), { path: flow.at.path, pointer: `${flow.at.pointer}/if` });
}

/** The sentences of the intents that begin a flow. */
function phrasesFor({ project }: Work, flow: RasaFlow): readonly string[] {
  const examples = listOf(member(flow.json, 'nlu_trigger')).flatMap((trigger) => {
    const name = textOf(memberAt(trigger, 'intent', 'name')) || textOf(member(trigger, 'intent'));
    return project.intents.get(name)?.examples ?? [];
  });
  return phrasesOf(examples).phrases;
}

const wordsOf = (flow: RasaFlow): readonly string[] => [flow.name.replace(/[_-]+/g, ' ')];

function reportPattern(work: Work, { at, id }: RasaFlow): void {
  const message = `Nothing begins “${id}”: corrections, digressions and other turns of a model do not happen.`;
  work.draft.report(at, ['lost', 'integration-unknown', message]);
}

function reportParts(work: Work): void {
  const { draft, project } = work;
  for (const [name, { json, at }] of project.slots) {
    const field = work.slot(name);
    draft.report(
      at,
      name === field
        ? ['carried', 'carried', 'The slot is a Field.']
        : ['changed', 'setting-dropped', `The slot “${name}” is the Field “${field}”.`],
    );
    const mapping = listOf(member(json, 'mappings')).find((each) =>
      /^from_(?:entity|intent|text)$/.test(textOf(member(each, 'type'))),
    );
    if (mapping !== undefined)
      draft.report(at, ['changed', 'entity-asked', 'The slot is asked, not found in sentences.']);
  }
  for (const { at } of project.responses.values())
    draft.report(at, ['carried', 'carried', 'The response is said where a flow names it.']);
  const triggers = JSON.stringify(project.flows.map(({ json }) => member(json, 'nlu_trigger') ?? null));
  for (const [name, { at }] of project.intents) {
    draft.report(
      at,
      triggers.includes(JSON.stringify(name))
        ? ['carried', 'carried', 'The sentences begin a flow.']
        : ['changed', 'intent-by-phrases', 'No flow begins by the intent: its sentences are left out.'],
    );
  }
  for (const { at, kind } of project.others) {
    switch (kind) {
      case 'stories':
        draft.report(at, ['lost', 'integration-unknown', 'Stories, rules and forms are no flows, and are left out.']);
        break;
      case 'settings':
        draft.report(at, ['changed', 'setting-dropped', 'The settings of the system are left out.']);
        break;
      default:
        draft.report(at, ['carried', 'carried', 'The names are those of parts elsewhere.']);
    }
  }
}
