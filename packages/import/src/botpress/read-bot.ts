import { type BotWork, type Column, type SourcePlace, startWork } from '../bot-work.ts';
import type { BlocksAtHand } from '../diagram/blocks-at-hand.ts';
import type { BotHead } from '../finished-bot.ts';
import type { ImportOptions } from '../importer.ts';
import { isObject, listOf, member, memberAt, pointerTo, textOf } from '../json.ts';
import { excerpt } from '../plain-texts.ts';
import { cleanPhrases } from '../understanding.ts';
import { convertNode } from './nodes.ts';
import { addAnswers } from './questions-and-answers.ts';
import type { Reading } from './reading.ts';
import { convertSkill } from './skills.ts';
import { type BotpressSource, inLanguage, type SourceFlow, type SourceNode } from './source.ts';
import { choose, intentOf, noIntent } from './transitions.ts';
import { readVariables } from './variables.ts';

/** Converts one bot. */
export function readBot(
  source: BotpressSource,
  bot: BotHead,
  at: BlocksAtHand,
  options: ImportOptions,
): ReturnType<BotWork['finish']> {
  const work = startWork(bot, at, options, source.paths);
  const { fieldName = (name: string) => name } = options;
  const enters = new Map<SourceNode, string>();
  const afters = new Map<SourceNode, string>();
  const nodes = source.flows.flatMap((flow) => flow.nodes);
  for (const node of nodes) enters.set(node, work.place());
  const enter = (node: SourceNode): string => enters.get(node) as string;
  const after = (node: SourceNode): string => {
    const known = afters.get(node) ?? work.place();
    afters.set(node, known);
    return known;
  };
  const reported = new Set<string>();
  const elements = new Set<string>();
  const say: Reading['say'] = (element, finding, target) => {
    const [outcome, , message] = finding;
    const id = JSON.stringify([element.path, element.pointer, outcome, outcome === 'carried' ? '' : message]);
    if (reported.has(id)) return;
    reported.add(id);
    elements.add(`${element.path}#${element.pointer}`);
    work.report(element, finding, target);
  };
  const ends = endOf(source);
  const listening = work.place();
  const reading: Reading = {
    work,
    source,
    variables: readVariables(textsOf(source), fieldName),
    intents: phrasesOf(source),
    keepsIntent: at.has('understand') && asksForEarlierIntent(source),
    enter,
    resolve: resolver(source, {
      enter,
      after,
      say,
      end: ends === undefined ? listening : enter(ends),
      endFlow: ends?.flow,
    }),
    say,
    isReported: ({ path, pointer }) => elements.has(`${path}#${pointer}`),
    usedContents: new Set(),
    folded: new Set(),
    silence: silenceOf(source, enter),
  };
  const converted = new Set<SourceNode>();
  const skillFlows = new Set(
    source.flows.filter(({ json }) => isObject(member(json, 'skillData'))).map(({ name }) => name),
  );
  const convert = (node: SourceNode): void => {
    converted.add(node);
    const isCall = textOf(member(node.json, 'type')) === 'skill-call';
    const skill = isCall ? convertSkill(node, reading) : undefined;
    const place =
      isCall && skill === undefined ? callFlow(node, reading, after(node)) : (skill?.place ?? convertNodeOf(node));
    work.builder.standsFor(enter(node), place);
  };
  const convertNodeOf = (node: SourceNode): string | undefined =>
    textOf(member(node.json, 'type')) === 'skill-call' ? undefined : convertNode(node, reading);
  for (const node of nodes) if (!skillFlows.has(node.flow)) convert(node);
  // A skill that became blocks needs no flow of its own.
  const called = new Set(nodes.map((node) => textOf(member(node.json, 'flow')).toLowerCase()));
  for (const node of nodes) {
    const isWanted = called.has(node.flow.toLowerCase()) && !reading.folded.has(node.flow);
    if (!converted.has(node) && isWanted) convert(node);
  }
  for (const [node, place] of afters) {
    const column: Column = { left: node.left, top: node.top + 200 };
    work.builder.standsFor(place, choose(reading, node, column));
  }
  addAnswers(reading, listening, (target, element) => reading.resolve(target, { flow: 'main.flow.json' }, element));
  reportRest(reading, nodes);
  const [main] = source.flows;
  const start = main === undefined ? undefined : startOf(main);
  return work.finish(start === undefined ? undefined : enter(start), { path: main?.path ?? '', pointer: '/startNode' });
}

const startOf = ({ nodes, start }: SourceFlow): SourceNode | undefined =>
  nodes.find(({ name }) => name === start) ?? nodes[0];

/** All texts in which paths into the memory occur. */
function textsOf({ flows, contents }: BotpressSource): readonly string[] {
  return [
    ...flows.map(({ json }) => JSON.stringify(json).replaceAll('\\"', '"')),
    ...[...contents.values()].map(({ data }) => JSON.stringify(data ?? null)),
  ];
}

function phrasesOf({ intents, language }: BotpressSource): ReadonlyMap<string, readonly string[]> {
  return new Map(
    intents.flatMap(({ json }) => {
      const name = textOf(member(json, 'name'));
      if (name === '' || name.startsWith('__qna__') || name === noIntent) return [];
      return [[name, cleanPhrases(inLanguage(member(json, 'utterances'), language))] as const];
    }),
  );
}

/** Whether a node tests the intent of a sentence that another node waited for. */
function asksForEarlierIntent({ flows }: BotpressSource): boolean {
  const [main] = flows;
  return flows.some(({ nodes, name, start }) =>
    nodes.some((node) => {
      const isStart = name === main?.name && node.name === start;
      return node.onReceive === undefined && !isStart && node.next.some((each) => intentOf(each) !== undefined);
    }),
  );
}

/** The node where a conversation goes when it ends. */
function endOf({ flows }: BotpressSource): SourceNode | undefined {
  const flow = flows.find(({ name }) => name === 'conversation_end.flow.json');
  return flow === undefined ? undefined : startOf(flow);
}

interface Ways {
  readonly enter: (node: SourceNode) => string;
  readonly after: (node: SourceNode) => string;
  readonly say: Reading['say'];
  readonly end: string | undefined;
  readonly endFlow: string | undefined;
}

/** Finds where transitions lead: to a node, to a flow, back to the flow before, or to the end. @spec IB9 */
function resolver({ flows }: BotpressSource, { enter, after, say, end, endFlow }: Ways): Reading['resolve'] {
  const byName = new Map(flows.map((flow) => [flow.name.toLowerCase(), flow]));
  const callers = new Map<string, SourceNode[]>();
  for (const node of flows.flatMap(({ nodes }) => nodes)) {
    const called = [textOf(member(node.json, 'flow')), ...node.next.map(({ target }) => target)];
    for (const name of new Set(called.map((each) => each.split('#')[0]?.toLowerCase() ?? ''))) {
      if (byName.has(name)) callers.set(name, [...(callers.get(name) ?? []), node]);
    }
  }
  const nodeIn = (flow: SourceFlow | undefined, name: string): SourceNode | undefined => flow?.byName.get(name);
  return (target, from, element) => {
    if (target === '' || /^END$/i.test(target)) return from.flow === endFlow ? undefined : end;
    if (target.startsWith('#')) {
      const name = target.replace(/^#+/, '');
      const before = callers.get(from.flow.toLowerCase()) ?? [];
      const [caller] = before;
      if (caller === undefined) return end;
      const homes = new Set(before.map((node) => (name === '' ? node : node.flow)));
      if (homes.size > 1) {
        const message = `The way back leads to ${excerpt(`${caller.flow}#${caller.name}`)}, also when another node came here.`;
        say(element, ['changed', 'edge-dangling', message]);
      }
      if (name === '') return after(caller);
      const node = nodeIn(byName.get(caller.flow.toLowerCase()), name);
      return node === undefined ? undefined : enter(node);
    }
    const [flowName = '', nodeName = ''] = target.split('#');
    const isFlow = /\.flow\.json$/i.test(flowName);
    const flow = byName.get((isFlow ? flowName : from.flow).toLowerCase());
    const node =
      isFlow && nodeName === ''
        ? flow === undefined
          ? undefined
          : startOf(flow)
        : nodeIn(flow, isFlow ? nodeName : target);
    if (node === undefined) {
      say(element, ['lost', 'edge-dangling', `The transition leads to ${excerpt(target)}, which does not exist.`]);
      return undefined;
    }
    return enter(node);
  };
}

/** A skill without a form here: its flow. */
function callFlow(node: SourceNode, reading: Reading, after: string): string | undefined {
  const name = textOf(member(node.json, 'flow')).toLowerCase();
  const flow = reading.source.flows.find((each) => each.name.toLowerCase() === name);
  const start = flow === undefined ? undefined : startOf(flow);
  if (start === undefined) {
    const skill = textOf(member(node.json, 'skill'));
    reading.say(node.element, [
      'lost',
      'integration-unknown',
      `The skill ${excerpt(skill)} has no flow among the files.`,
    ]);
    return after;
  }
  reading.say(node.element, ['carried', 'carried', 'The skill is its flow.'], reading.enter(start));
  return reading.enter(start);
}

/** Where the conversation goes on after silence. */
function silenceOf({ flows, config }: BotpressSource, enter: (node: SourceNode) => string): Reading['silence'] {
  const everywhere = flows.find(({ name }) => name === 'timeout.flow.json');
  const [, amount = '2', unit = 'm'] =
    /^(\d+)\s*([smhd])/.exec(textOf(memberAt(config?.json, 'dialog', 'timeoutInterval'))) ?? [];
  const seconds = Number(amount) * ({ s: 1, m: 60, h: 3_600, d: 86_400 }[unit] ?? 60);
  const fallback = everywhere === undefined ? undefined : startOf(everywhere);
  const byName = new Map(flows.map((flow) => [flow.name, flow]));
  return (from) => {
    const flow = byName.get(from.flow);
    const own = textOf(member(from.json, 'timeout')) || textOf(member(flow?.json, 'timeoutNode')) || 'timeout';
    const node = flow?.byName.get(own) ?? fallback;
    return node === undefined || node === from ? undefined : { seconds, to: enter(node) };
  };
}

/** Reports the files and the parts of files that no block stands for. */
function reportRest(reading: Reading, nodes: readonly SourceNode[]): void {
  const { source, say, folded, usedContents, work } = reading;
  for (const node of nodes) {
    const message = folded.has(node.flow) ? 'It is part of a skill that is a question.' : 'Nothing leads to it.';
    for (const element of elementsOf(node)) {
      if (!reading.isReported(element)) say(element, ['carried', 'carried', message]);
    }
  }
  for (const flow of source.flows) {
    for (const part of ['next', 'onReceive']) {
      for (const [at] of listOf(memberAt(flow.json, 'catchAll', part)).entries()) {
        say({ path: flow.path, pointer: pointerTo('/catchAll', part, at) }, [
          'carried',
          'carried',
          'It counts in each node of the flow.',
        ]);
      }
    }
    if (flow.name === 'error.flow.json') {
      const text = 'Nothing leads to the flow of errors: when something fails, the conversation goes on.';
      say({ path: flow.path, pointer: '' }, ['changed', 'setting-dropped', text]);
    }
  }
  for (const { element, id } of source.contents.values()) {
    const message = usedContents.has(id) ? 'The content is said.' : 'No node says the content, and it is left out.';
    say(element, ['carried', 'carried', message]);
  }
  const askedSlots = new Set(source.flows.map(({ json }) => textOf(memberAt(json, 'skillData', 'slotName'))));
  for (const { path, json } of source.intents) {
    const isAnswer = textOf(member(json, 'name')).startsWith('__qna__');
    const isUsed = work.at.has('understand') || isAnswer;
    say(
      { path, pointer: '' },
      isUsed
        ? ['carried', 'carried', 'The intent is its phrases.']
        : ['lost', 'intent-by-phrases', 'The bot does not understand the sentences of the intent.'],
    );
    const slots = listOf(member(json, 'slots')).map((slot) => textOf(member(slot, 'name')));
    for (const slot of slots.filter((name) => reading.variables.has(`session.slots.${name}`))) {
      const isAsked = askedSlots.has(slot);
      const message = isAsked
        ? `The slot ${excerpt(slot)} is not found in a sentence: the visitor is asked for it.`
        : `The slot ${excerpt(slot)} is not found in a sentence, and has no value.`;
      const hint = `Ask for it by a question that writes the Field “${reading.variables.fieldOf(`session.slots.${slot}`)}”.`;
      const at = { path, pointer: pointerTo('/slots', slots.indexOf(slot)) };
      say(at, isAsked ? ['changed', 'entity-asked', message] : ['lost', 'entity-asked', message, hint]);
    }
  }
  for (const { path } of source.entities)
    say({ path, pointer: '' }, ['carried', 'carried', 'The entity counts where a slot asks for it.']);
  for (const path of source.hooks) {
    const isOwn = !/[/!]builtin[/]|[/]\.[^/]*$/.test(path);
    if (!isOwn) say({ path, pointer: '' }, ['carried', 'carried', 'The hook is one of Botpress, or switched off.']);
    else say({ path, pointer: '' }, ['lost', 'code-not-translated', 'The code of the hook does not run.']);
  }
  for (const { path } of source.actions.values())
    say({ path, pointer: '' }, ['carried', 'carried', 'The code is in the blocks that run it.']);
  if (source.config !== undefined) {
    const { path } = source.config;
    say({ path, pointer: '' }, ['carried', 'carried', `The bot speaks ${source.language}.`]);
    if (source.otherLanguages.length > 0) {
      const message = `The bot speaks ${source.language}, and not ${source.otherLanguages.join(', ')}.`;
      say({ path, pointer: '/languages' }, ['lost', 'language-dropped', message]);
    }
  }
}

function elementsOf(node: SourceNode): readonly SourcePlace[] {
  return [node, ...node.onEnter, ...(node.onReceive ?? []), ...node.next].map(({ element }) => element);
}
