import type { BlocksAtHand } from '../diagram/blocks-at-hand.ts';
import { Chain, type Column, type Draft, draftOf } from '../drafting/draft.ts';
import { phrasesOf } from '../drafting/listen.ts';
import { scenarioFile } from '../drafting/scenario-file.ts';
import type { BotHead } from '../finished-bot.ts';
import type { ImportedBot, ImportOptions, ImportReading } from '../importer.ts';
import { isObject, listOf, member, pointerTo, textOf } from '../json.ts';
import type { ImportEntry } from '../report.ts';
import { below } from '../source-order.ts';
import { type Agent, type CxFlow, type CxPart, formsIn } from './agent.ts';
import { addFinders } from './entities.ts';
import { fulfil } from './fulfilments.ts';
import { flowPlace, routesIn, routesWithGroups, type Scene, startOf, waitPlace } from './routes.ts';
import { addScene, isWelcome } from './scenes.ts';
import { withSentencesOfTests } from './sentences-of-tests.ts';
import { readTestCases } from './test-cases.ts';
import { type Work, workOn } from './work.ts';

/** Converts one agent. */
export function readAgent(
  exported: Agent,
  bot: BotHead,
  at: BlocksAtHand,
  options: ImportOptions,
): {
  readonly bot: ImportedBot;
  readonly entries: readonly ImportEntry[];
  readonly scenarios: NonNullable<ImportReading['scenarios']>;
} {
  const agent = withSentencesOfTests(exported);
  const draft = draftOf(bot, at, options, agent.paths);
  const work = workOn(agent, draft, parametersOf(agent));
  const start = addStart(work);
  for (const flow of agent.flows) addFlow(work, flow);
  addFinders(work, draft.bottom + room.top);
  reportAgent(work);
  const scenarios = readTestCases(work);
  return {
    ...draft.finish(start, { path: agent.path, pointer: '' }),
    scenarios: scenarios.length === 0 ? [] : [scenarioFile(bot.key, scenarios)],
  };
}

/** Between columns and rows of the canvas. */
const room = { left: 420, top: 480 } as const;

/** Clears the values of earlier conversations, then takes the welcome intent. @spec IC1 */
function addStart(work: Work): string {
  const { agent, draft } = work;
  const start = 'the start';
  const chain = new Chain(draft, { id: 'start', title: 'Start', left: 0, top: 0 }, start);
  for (const name of formParameters(agent)) {
    chain.add('set_a_field', { field: work.parameter(name), action: 'UNSET' }, 'success');
  }
  const flow = agent.flows.find(({ name }) => name === agent.startFlow);
  const source = { path: agent.path, pointer: '' };
  if (flow === undefined) {
    const playbook = textOf(member(agent.json, 'startPlaybook'));
    const message =
      playbook === '' ? 'The flow of the start is not there.' : `The playbook “${playbook}” does not begin.`;
    draft.report(source, ['lost', 'integration-unknown', `${message} The bot says nothing.`]);
    chain.end(undefined);
    return start;
  }
  const welcome = routesWithGroups(agent, flow, flow).find(({ intent }) => isWelcome(agent.intents.get(intent)));
  const wait = waitPlace(flow.name, startOf(flow.name));
  const leads = ['targetPage', 'targetFlow', 'targetPlaybook'];
  if (welcome === undefined || leads.some((name) => textOf(member(welcome.json, name)) !== '')) {
    draft.report(source, ['carried', 'start-implied', 'The visitor speaks first, as in the source.']);
    chain.end(wait);
    return start;
  }
  const message = `The bot greets at once, with the words of the intent “${welcome.intent}”.`;
  draft.report(source, ['changed', 'start-implied', message]);
  const fulfilled = fulfil(
    work,
    chain,
    member(welcome.json, 'triggerFulfillment'),
    below(welcome.at, 'triggerFulfillment'),
  );
  if (!fulfilled.isOver) chain.end(wait);
  return start;
}

function formParameters(agent: Agent): readonly string[] {
  const names = agent.flows.flatMap(formsIn).map((parameter) => textOf(member(parameter, 'displayName')));
  return [...new Set(names)].filter((name) => name !== '');
}

/** The names of all parameters, in order: of forms and intents, and the ones that texts and conditions read. */
function parametersOf(agent: Agent): readonly string[] {
  const ofIntents = [...agent.intents.values()].flatMap(({ parameters }) => parameters.map(({ id }) => id));
  const parts = agent.flows.flatMap((flow) => [flow, ...flow.pages, ...flow.routeGroups.values()]);
  const read = [...parts, ...agent.routeGroups.values()].flatMap(({ json }) =>
    [...JSON.stringify(json).matchAll(/\$session\.params\.([\w-]+)/g)].map(([, name = '']) => name),
  );
  return [...new Set([...formParameters(agent), ...ofIntents, ...read])].filter((name) => name !== '').toSorted();
}

function addFlow(work: Work, flow: CxFlow): void {
  const { agent, draft } = work;
  const top = draft.bottom + room.top;
  const column = ({ json, name }: CxPart, nth: number): Column => ({
    id: textOf(member(json, 'name')),
    title: name,
    left: nth * room.left,
    top,
  });
  const ofFlow = routesWithGroups(agent, flow, flow);
  const handlers = routesIn(flow, 'eventHandlers');
  const first: Scene = {
    flow,
    page: undefined,
    name: startOf(flow.name),
    column: column(flow, 0),
    own: ofFlow,
    ofFlow: [],
    handlers: [handlers],
  };
  draft.report(
    { path: flow.path, pointer: '' },
    ['carried', 'carried', 'The flow is a part of the diagram.'],
    flowPlace(flow.name),
  );
  addScene(work, first);
  for (const [nth, page] of flow.pages.entries()) {
    const place = `page ${JSON.stringify([flow.name, page.name])}`;
    draft.report({ path: page.path, pointer: '' }, ['carried', 'carried', 'The page is a part of the diagram.'], place);
    addScene(work, {
      flow,
      page,
      name: page.name,
      column: column(page, nth + 1),
      own: routesWithGroups(agent, flow, page),
      ofFlow,
      handlers: [routesIn(page, 'eventHandlers'), handlers],
    });
  }
  for (const part of [flow, ...flow.pages]) {
    for (const [nth, name] of listOf(member(part.json, 'transitionRouteGroups')).entries()) {
      if (flow.routeGroups.has(textOf(name)) || agent.routeGroups.has(textOf(name))) continue;
      const at = { path: part.path, pointer: pointerTo('/transitionRouteGroups', nth) };
      draft.report(at, ['lost', 'edge-dangling', `The route group “${textOf(name)}” is not there.`]);
    }
    if (member(member(part.json, 'knowledgeConnectorSettings'), 'enabled') !== true) continue;
    const at = { path: part.path, pointer: '/knowledgeConnectorSettings' };
    draft.report(at, ['lost', 'integration-unknown', 'No answers are looked up in documents.']);
  }
}

function reportAgent(work: Work): void {
  const { agent, draft } = work;
  const whole = ({ path }: CxPart) => ({ path, pointer: '' });
  const used = new Set(
    agent.flows.flatMap((flow) =>
      [flow, ...flow.pages].flatMap((part) => routesWithGroups(agent, flow, part).map(({ intent }) => intent)),
    ),
  );
  for (const intent of agent.intents.values()) {
    const { phrases, dropped } = phrasesOf(intent.phrases);
    if (intent.isFallback) {
      draft.report(whole(intent), ['carried', 'carried', 'The sentences are those that are not to be understood.']);
    } else if (!used.has(intent.name)) {
      draft.report(whole(intent), ['carried', 'carried', 'No route has the intent; it is left out.']);
    } else {
      const message = `The intent is understood by the words of its ${phrases.length} sentences, not by a model.`;
      draft.report(whole(intent), ['changed', 'intent-by-phrases', message]);
    }
    for (const { id, at } of intent.parameters) {
      draft.report(at, ['carried', 'carried', `The parameter “${id}” is a Field.`]);
    }
    if (intent.phrasesPath === undefined) continue;
    const message =
      dropped === 0 ? 'The sentences are sentences.' : `${dropped} sentences are left out: 200 of 200 characters fit.`;
    const at = { path: intent.phrasesPath, pointer: '' };
    draft.report(at, dropped === 0 ? ['carried', 'carried', message] : ['changed', 'intent-by-phrases', message]);
  }
  for (const type of agent.entityTypes.values()) {
    draft.report(whole(type), ['carried', 'carried', 'The entity type is used where a parameter has it.']);
    if (type.valuesPath !== undefined) {
      draft.report({ path: type.valuesPath, pointer: '' }, ['carried', 'carried', 'The values are words.']);
    }
  }
  for (const group of [
    ...agent.flows.flatMap(({ routeGroups }) => [...routeGroups.values()]),
    ...agent.routeGroups.values(),
  ]) {
    draft.report(whole(group), ['carried', 'carried', 'The routes of the group are those of the pages that name it.']);
  }
  for (const webhook of agent.webhooks.values()) {
    draft.report(whole(webhook), ['carried', 'carried', 'The webhook is called where a route names it.']);
  }
  for (const generator of agent.generators.values()) {
    draft.report(whole(generator), ['carried', 'carried', 'The generator is a model where a page names it.']);
  }
  for (const { path, kind } of agent.others) reportOther(draft, path, kind);
  const settings = ['speechToTextSettings', 'textToSpeechSettings', 'advancedSettings'].filter((name) =>
    isObject(member(agent.json, name)),
  );
  draft.report({ path: agent.path, pointer: '' }, ['carried', 'carried', 'The agent is a bot.']);
  draft.report({ path: agent.path, pointer: '' }, [
    'changed',
    'setting-dropped',
    'A text leaves out a parameter that has no value; Dialogflow CX writes the name of the parameter.',
  ]);
  for (const name of settings) {
    draft.report({ path: agent.path, pointer: `/${name}` }, [
      'changed',
      'setting-dropped',
      'The settings of voice and logs are left out.',
    ]);
  }
}

function reportOther(draft: Draft, path: string, kind: Agent['others'][number]['kind']): void {
  const at = { path, pointer: '' };
  switch (kind) {
    case 'language':
      draft.report(at, ['lost', 'language-dropped', 'Sentences and words of another language are not understood.']);
      return;
    case 'playbook':
      draft.report(at, ['lost', 'integration-unknown', `${playbookPart(path)} is left out.`, playbookHint]);
      return;
    default:
      draft.report(at, ['changed', 'setting-dropped', 'The file of settings is left out.']);
      return;
  }
}

const playbookHint = 'Write the instructions of playbooks into blocks “language_model”, their tools into webhooks.';

/** A file of a playbook, an example or a tool, by the folders of exports. */
function playbookPart(path: string): string {
  const [, folder = 'playbooks', name = ''] = /(playbooks|tools|examples)[/]([^/]+)/.exec(path) ?? [];
  return `The ${folder.slice(0, -1)} “${name.replace(/\.json$/, '')}”`;
}
