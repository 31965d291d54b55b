import type { JsonObject } from '@botwright/core/diagram';
import { branch } from '../drafting/branch.ts';
import { Chain } from '../drafting/draft.ts';
import type { Silence } from '../drafting/listen.ts';
import { member, textOf } from '../json.ts';
import { wordsAlone } from './fulfilments.ts';
import { follow, type Route, type Scene } from './routes.ts';
import { readText, type Work } from './work.ts';

/** The handlers for answers that are not understood: for the first, the second, …, and for all others. */
export interface WrongAnswers {
  readonly numbered: readonly (readonly [nth: number, handler: Route])[];
  readonly others: Route | undefined;
}

/**
 * The handlers of the first level that has some: the parameter, the page, the flow.
 *
 * @spec IC12
 */
export function wrongAnswers(levels: readonly (readonly Route[])[]): WrongAnswers {
  const isHandler = ({ event }: Route): boolean => /^sys\.no-match-(?:\d|default)$/.test(event);
  const first = levels.findIndex((level) => level.some(isHandler));
  const own = levels[first] ?? [];
  const numbered = own
    .flatMap((handler): (readonly [number, Route])[] => {
      const [, nth] = /^sys\.no-match-(\d)$/.exec(handler.event) ?? [];
      return nth === undefined ? [] : [[Number(nth), handler]];
    })
    .toSorted(([a], [b]) => a - b);
  const others = levels
    .slice(Math.max(first, 0))
    .flatMap((level) => level.filter(({ event }) => event === 'sys.no-match-default'))[0];
  return { numbered, others };
}

const leads = ({ json }: Route): boolean =>
  ['targetPage', 'targetFlow', 'targetPlaybook'].some((name) => textOf(member(json, name)) !== '');

/**
 * The words for wrong answers, for a question that says them itself. `undefined` when a handler does more.
 */
export function errorWords(work: Work, { numbered, others }: WrongAnswers): JsonObject | undefined {
  const handlers = [...numbered.map(([, handler]) => handler), ...(others === undefined ? [] : [others])];
  const words = handlers.map((handler) => {
    const said = leads(handler)
      ? undefined
      : wordsAlone(member(handler.json, 'triggerFulfillment'), work.agent.language);
    const [text] = said ?? [];
    const read = text === undefined ? undefined : readText(work, text, handler.at);
    return read === undefined || read.formulas.length > 0 ? undefined : read.text;
  });
  const texts = words.filter((text) => text !== undefined);
  if (texts.length < words.length) return undefined;
  for (const handler of handlers) {
    work.draft.report(handler.at, ['carried', 'carried', 'The words for a wrong answer are those of the question.']);
  }
  if (texts.length === 0) return {};
  return numbered.length === 0 ? { errorText: texts[0] as string } : { errorTexts: texts };
}

/** Adds the handlers for wrong answers. @param back - Where they lead without a target. */
export function answerWrong(
  work: Work,
  scene: Scene,
  { numbered, others }: WrongAnswers,
  from: string,
  back: string,
): void {
  const { draft } = work;
  if (numbered.length === 0) {
    if (others === undefined) {
      draft.builder.standsFor(from, back);
      return;
    }
    follow(work, scene, others, from, { back });
    return;
  }
  const counter = work.ownField('wrong_answers');
  const chain = new Chain(draft, scene.column, from);
  chain.add('set_a_field', { field: counter, action: 'ADD', value: 1 }, 'success');
  const places = numbered.map(([nth, handler]) => ({ nth, handler, to: draft.place() }));
  const rest = draft.place();
  branch(
    draft,
    scene.column,
    chain.open,
    places.map(({ nth, to }) => ({
      decision: { match: 'all', conditions: [{ field: counter, operator: 'is', value: nth }] },
      to,
      name: `${nth}`,
    })),
    rest,
  );
  for (const { handler, to } of places) follow(work, scene, handler, to, { back });
  const last = others ?? numbered.at(-1)?.[1];
  if (last === undefined) draft.builder.standsFor(rest, back);
  else follow(work, scene, last, rest, { back });
}

/** Forgets how many answers were wrong. */
export function resetWrong(work: Work, chain: Chain, { numbered }: WrongAnswers): void {
  if (numbered.length === 0) return;
  chain.add('set_a_field', { field: work.ownField('wrong_answers'), action: 'UNSET' }, 'success');
}

/** Of silence before its words; the source leaves the time to the channel. */
const silentSeconds = 60;

/**
 * The words for silence, of the first level that has some, in their order. A question says each of them once: behind the
 * last ones it is asked again without the exit.
 *
 * @param question - Adds the question at a place.
 * @spec IC15
 */
export function askWithSilence(
  work: Work,
  scene: Scene,
  levels: readonly (readonly Route[])[],
  from: string,
  question: (place: string, silence?: Silence) => void,
): void {
  const isHandler = ({ event }: Route): boolean => silences.includes(event);
  const own = levels.map((level) => level.filter(isHandler)).find(({ length }) => length > 0) ?? [];
  const { draft } = work;
  let place = from;
  for (const handler of own.toSorted((a, b) => silences.indexOf(a.event) - silences.indexOf(b.event))) {
    const silent = draft.place();
    const again = draft.place();
    question(place, { seconds: silentSeconds, to: silent });
    follow(work, scene, handler, silent, { back: again });
    const message = `After ${silentSeconds} seconds of silence the words for it are said, once a question.`;
    const hint = 'Set the seconds in the exit “timeout” of the questions.';
    draft.report(handler.at, ['changed', 'setting-dropped', message, hint], silent);
    if (leads(handler)) return;
    place = again;
  }
  question(place);
}

/** The events of silence in their order. */
const silences = [...['1', '2', '3', '4', '5', '6'], 'default'].map((nth) => `sys.no-input-${nth}`);
