import type { BotMessage } from '@botwright/core/conversation';
import { isNode } from '@botwright/core/diagram';
import { sampleAnswers } from '@botwright/core/runner';
import type { SentMessage } from '../chat/sent-message.ts';
import type { SimulatedChat } from '../chat/simulated-chat.ts';
import type { DiagramGraph } from '../paths/diagram-graph.ts';
import { guessFields } from '../paths/guess-fields.ts';
import { type FieldGuesses, inventReply } from '../paths/invent-reply.ts';
import type { EffectReply } from '../scenario/scenario.ts';
import type { Act } from './act.ts';
import { oneOf, type Random } from './random.ts';

/** Knowledge of visitors about the bots of a chat, prepared once. */
export interface Guide {
  readonly graphs: ReadonlyMap<number, DiagramGraph>;
  /** By block of a bot, answers that it may accept; its own come first. */
  readonly answers: Map<string, ProperAnswers>;
  /** The same for messages with buttons. */
  readonly ofButtons: WeakMap<BotMessage, ProperAnswers>;
  readonly words: readonly string[];
  /** Values with which conditions choose, one of them at a time. */
  readonly guesses: readonly FieldGuesses[];
}

interface ProperAnswers {
  readonly acts: readonly Act[];
  /** Their JSON texts. */
  readonly keys: ReadonlySet<string>;
  /** Whether the block itself names answers. */
  readonly areOwn: boolean;
}

export function guideOf(graphs: ReadonlyMap<number, DiagramGraph>): Guide {
  const all = [...graphs.values()];
  return {
    graphs,
    answers: new Map(),
    ofButtons: new WeakMap(),
    words: all.flatMap(({ entries }) => [...entries.values()].flatMap(({ texts }) => [...texts.values()])),
    guesses: all.flatMap((graph) =>
      [...graph.ways.values()]
        .flat()
        .map((way) => guessFields(graph, [way]))
        .filter(({ size }) => size > 0),
    ),
  };
}

/** Texts that people type and no question asks for. */
const rubbish: readonly string[] = [
  ...[
    '',
    ' ',
    '?',
    '...',
    'asdf',
    'what',
    'back',
    'go back',
    'menu',
    'help',
    'stop',
    'agent',
    'no',
    'yes',
    '0',
    '1',
    '99',
  ],
  ...[
    '-1',
    '1e999',
    '12345678901234567890',
    'NaN',
    'null',
    '٣',
    '½',
    '👍',
    '👩‍👩‍👧‍👦🏳️‍🌈',
    '\u202ereversed',
    '\u0000',
    '\u200b',
  ],
  ...[
    'こんにちは',
    'مرحبا كيف حالك',
    'Привет',
    'Zażółć gęślą jaźń',
    'e\u0301',
    '<b>bold</b>',
    '<script>alert(1)</script>',
  ],
  ...[
    '**bold** [link](https://example.com)',
    '@{name}',
    '{{name}}',
    "'; DROP TABLE users; --",
    '../../etc/passwd',
    '%00',
  ],
  ...[
    'line one\nline two',
    '31/02/2026',
    '25:99',
    'ann@',
    'https://',
    '+',
    'ann@example.com',
    'https://example.com/',
    'a'.repeat(300),
    'word '.repeat(800),
  ],
];

const files: readonly SentMessage[] = [
  { image: 'https://example.com/picture.png' },
  { image: 'https://example.com/picture.jpg', caption: 'Look!' },
  { video: 'https://example.com/film.mp4' },
  { audio: 'https://example.com/voice.ogg' },
  { document: 'https://example.com/letter.pdf' },
  { location: { latitude: 52.5, longitude: 13.4 } },
];

const times = ['20 s', '2 min', '30 min', '2 h', '2 days', '31 days'] as const;

/** The next step of a visit; `undefined` when nothing more can happen. @spec MU11 */
export function chooseAct(guide: Guide, chat: SimulatedChat, said: readonly Act[], random: Random): Act | undefined {
  const { position, awaited } = chat;
  if (awaited !== undefined) return awaited.kind === 'jump' ? undefined : chooseOutcome(guide, chat, random);
  if (position.kind === 'pause')
    return random(4) === 0 ? { visitor: 'Hello?' } : { wait: oneOf(times, random) as string };
  if (position.kind !== 'answer' && position.kind !== 'feedback') return undefined;
  const dice = random(100);
  if (dice < 60) return oneOf(properAnswers(guide, chat).acts.slice(0, mostProper), random) ?? { visitor: 'Hello' };
  if (dice < 78) return { visitor: oneOf(rubbish, random) as string };
  if (dice < 83) return { send: oneOf(files, random) as SentMessage };
  if (dice < 88) return oneOf(said, random) ?? { visitor: 'Hello' };
  if (dice < 92) return { visitor: oldLabel(chat, random) };
  if (dice < 96) return { visitor: oneOf(guide.words, random) ?? 'menu' };
  return { wait: oneOf(times, random) as string };
}

/** Proper answers that a visitor considers. */
const mostProper = 12;

/** The label of any button until now, as visitors of a messenger type it or press it again. */
function oldLabel({ transcript }: SimulatedChat, random: Random): string {
  const labels = transcript.flatMap((entry) =>
    entry.from === 'bot' && 'buttons' in entry.message ? entry.message.buttons : [],
  );
  return oneOf(labels, random) ?? 'Back';
}

/** Answers to the question at which the chat waits: its buttons, else samples. */
export function properAnswers(
  { graphs, answers, ofButtons }: Guide,
  { messages, position, bot }: SimulatedChat,
): ProperAnswers {
  const dialog = messages.findLast((message) => 'payloads' in message);
  if (dialog !== undefined && 'payloads' in dialog && dialog.payloads.length > 0) {
    let offered = ofButtons.get(dialog);
    if (offered === undefined) {
      offered = answersOf(
        dialog.payloads.map((press) => ({ press })),
        true,
      );
      ofButtons.set(dialog, offered);
    }
    return offered;
  }
  if (position.kind !== 'answer') return noAnswers;
  const key = `${bot} ${position.node}`;
  let known = answers.get(key);
  if (known === undefined) {
    known = samplesOf(graphs.get(bot), position.node);
    answers.set(key, known);
  }
  return known;
}

function answersOf(acts: readonly Act[], areOwn: boolean): ProperAnswers {
  return { acts, keys: new Set(acts.map((act) => JSON.stringify(act))), areOwn };
}

const noAnswers = answersOf([], false);

function samplesOf(graph: DiagramGraph | undefined, block: string): ProperAnswers {
  const node = graph?.bot.diagram.nodes[block];
  const definition = isNode(node) ? graph?.catalog.byTemplate(node.template) : undefined;
  if (graph === undefined || !isNode(node) || definition === undefined) return noAnswers;
  const { name, answers, offers } = definition;
  const ofBlock = [undefined, ...(graph.ways.get(block) ?? []).map(({ output }) => output)].flatMap((output) => {
    const samples = sampleAnswers(name, node.params, graph.ownBehaviours, output);
    return samples.slice(0, samples.length - common.length);
  });
  const texts = [...(answers?.(node.params) ?? []), ...ofBlock, ...(offers === undefined ? [] : ['1', '2'])];
  const samples = [...new Set(texts.length > 0 ? texts : common)];
  return answersOf(
    samples.map((sample) => (typeof sample === 'string' ? { visitor: sample } : { send: sample })),
    texts.length > 0,
  );
}

/** The samples of all blocks. */
const common = sampleAnswers('', {});

/** @spec MU12 */
function chooseOutcome({ graphs, guesses }: Guide, { awaited, bot }: SimulatedChat, random: Random): Act | undefined {
  if (awaited === undefined) return undefined;
  const { kind, node: block = '' } = awaited;
  const graph = graphs.get(bot);
  const node = graph?.bot.diagram.nodes[block];
  const outputs = (graph?.ways.get(block) ?? []).flatMap((way) => way.output ?? []);
  const output = oneOf(outputs, random) ?? '$success';
  // Without the output, a failure always ends the conversation.
  const canFail = outputs.includes('$failed');
  const dice = random(10);
  const reply: EffectReply =
    dice === 0 && canFail
      ? { fails: 'timeout' }
      : dice === 1 && kind === 'webhook'
        ? { answer: { status: 503 } }
        : inventReply(awaited, output, isNode(node) ? node.params : {}, oneOf(guesses, random) ?? new Map());
  return { effect: kind, ...reply };
}
