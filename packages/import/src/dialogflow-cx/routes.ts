import type { JsonValue } from '@botwright/core/diagram';
import { branch } from '../drafting/branch.ts';
import { Chain, type Column } from '../drafting/draft.ts';
import { listOf, member, textOf } from '../json.ts';
import { below, type SourceAt } from '../source-order.ts';
import type { Agent, CxFlow, CxPart } from './agent.ts';
import { type FulfilmentOptions, fulfil } from './fulfilments.ts';
import type { Work } from './work.ts';

/** A transition route, or an event handler. */
export interface Route {
  readonly json: JsonValue;
  readonly at: SourceAt;
  readonly intent: string;
  readonly condition: string;
  readonly event: string;
}

/** A page, or the start page of a flow, with the routes and handlers in scope. */
export interface Scene {
  readonly flow: CxFlow;
  /** `undefined` for the start page. */
  readonly page: CxPart | undefined;
  readonly name: string;
  readonly column: Column;
  /** Routes of the page and of its groups. */
  readonly own: readonly Route[];
  /** Routes of the flow that a sentence takes. */
  readonly ofFlow: readonly Route[];
  readonly handlers: readonly (readonly Route[])[];
}

export const flowPlace = (flow: string): string => `flow ${flow}`;
export const pagePlace = (flow: string, page: string): string => `page ${JSON.stringify([flow, page])}`;
/** Where a page goes on without its entry: conditions, the form, the next sentence. */
export const loopPlace = ({ flow, name }: Pick<Scene, 'flow' | 'name'>): string =>
  `loop ${JSON.stringify([flow.name, name])}`;
/** Where a page waits for the next sentence. */
export const waitPlace = (flow: string, name: string): string => `wait ${JSON.stringify([flow, name])}`;
/** The name of the scene of the start page, which no page has. */
export const startOf = (flow: string): string => `start of ${flow}`;
/** Where the start page of a flow takes the intent that led to it. */
export const heardPlace = (flow: string, intent: string): string => `heard ${JSON.stringify([flow, intent])}`;

export function routesIn({ json, path }: CxPart, list: string): readonly Route[] {
  return listOf(member(json, list)).map((route, nth) => routeOf(route, below({ path, pointer: '' }, list, nth)));
}

export const routeOf = (json: JsonValue, at: SourceAt): Route => ({
  json,
  at,
  intent: textOf(member(json, 'intent')),
  condition: textOf(member(json, 'condition')).trim(),
  event: textOf(member(json, 'event')),
});

/** The routes of a page or a flow, then of its groups. */
export function routesWithGroups(agent: Agent, flow: CxFlow, part: CxPart): readonly Route[] {
  const groups = listOf(member(part.json, 'transitionRouteGroups')).flatMap((name) => {
    const group = flow.routeGroups.get(textOf(name)) ?? agent.routeGroups.get(textOf(name));
    return group === undefined ? [] : routesIn(group, 'transitionRoutes');
  });
  return [...routesIn(part, 'transitionRoutes'), ...groups];
}

const endsFlow = /^END_?\s?FLOW/i;
const endsSession = /^END_?\s?SESSION/i;

/** Whether a conversation comes back from a flow. */
export function returns(agent: Agent, flow: CxFlow): boolean {
  const parts = [flow, ...flow.pages, ...flow.routeGroups.values(), ...agent.routeGroups.values()];
  return parts.some((part) =>
    ['transitionRoutes', 'eventHandlers'].some((list) =>
      routesIn(part, list).some(({ json }) => endsFlow.test(textOf(member(json, 'targetPage')))),
    ),
  );
}

/** Adds the fulfilment of a route, and leads to its target. @spec IC10 */
export function follow(
  work: Work,
  scene: Scene,
  route: Route,
  from: string,
  around: FulfilmentOptions & { readonly back: string },
): void {
  const chain = new Chain(work.draft, scene.column, from);
  const fulfilled = fulfil(
    work,
    chain,
    member(route.json, 'triggerFulfillment'),
    below(route.at, 'triggerFulfillment'),
    around,
  );
  if (fulfilled.isOver) work.draft.report(route.at, ['carried', 'carried', 'The route hands over to a person.'], from);
  else leadOn(work, scene, route, chain, around.back);
}

function leadOn(work: Work, scene: Scene, route: Route, chain: Chain, back: string): void {
  const { draft, agent } = work;
  const { flow } = scene;
  const page = textOf(member(route.json, 'targetPage')).trim();
  const target = textOf(member(route.json, 'targetFlow')).trim();
  const playbook = textOf(member(route.json, 'targetPlaybook')).trim();
  const carry = (what: string, key?: string): void => draft.report(route.at, ['carried', 'carried', what], key);
  const lose = (what: string): void => {
    draft.report(route.at, ['lost', 'edge-dangling', what]);
    chain.end(back);
  };
  if (playbook !== '') {
    const hint = 'Write its instructions into a block “language_model”.';
    draft.report(route.at, ['lost', 'integration-unknown', `The playbook “${playbook}” does not take over.`, hint]);
    chain.end(back);
    return;
  }
  if (target !== '') {
    const to = agent.flows.find(({ name }) => name === target);
    if (to === undefined) {
      lose(`The route leads to the flow “${target}”, which is not there.`);
      return;
    }
    const place =
      route.intent !== '' && hearsAtStart(agent, to, route.intent)
        ? heardPlace(target, route.intent)
        : flowPlace(target);
    if (to === flow || !returns(agent, to)) {
      carry('The route is a connection.', place);
      chain.end(place);
      return;
    }
    const key = draft.add(chain.column, 'bot_link', draft.callParams, [['$success', loopPlace(scene)]], place);
    chain.end(key);
    carry('The route calls the flow.', key);
    return;
  }
  if (page === '') {
    carry('The route stays on its page.', back);
    chain.end(back);
    return;
  }
  if (endsFlow.test(page)) {
    const key = chain.close('go_back', {});
    carry('The route ends the flow.', key);
    return;
  }
  if (endsSession.test(page)) {
    carry('The route ends the conversation.', chain.close('close_chat', {}));
    return;
  }
  const own = flow.pages.find(({ name }) => name === page) ?? flow.pages.find(({ name }) => name.trim() === page);
  if (own !== undefined) {
    const place = pagePlace(flow.name, own.name);
    if (pagesBefore(work, flow, own.name).length > 1) {
      chain.add('set_a_field', { field: pageBefore(work), action: 'SET', value: scene.name }, 'success');
    }
    carry('The route is a connection.', place);
    chain.end(place);
    return;
  }
  if (/^START[_ ]PAGE$/i.test(page)) {
    carry('The route leads to the start page.', flowPlace(flow.name));
    chain.end(flowPlace(flow.name));
    return;
  }
  if (/^CURRENT[_ ]PAGE$/i.test(page)) {
    const place = scene.page === undefined ? flowPlace(flow.name) : pagePlace(flow.name, scene.name);
    carry('The route leads to its page again.', place);
    chain.end(place);
    return;
  }
  if (/^PREVIOUS[_ ]PAGE$/i.test(page)) {
    const before = pagesBefore(work, flow, scene.name);
    const [only, ...others] = before;
    if (only === undefined) {
      lose('The route leads to the page before, of which there is none: it stays.');
      return;
    }
    if (others.length === 0) carry('The page before is the one page that leads here.', only.place);
    else carry('The route leads to the page before.', chain.open);
    const ways = before.map(({ name, place }) => ({
      decision: { match: 'all' as const, conditions: [{ field: pageBefore(work), operator: 'is', value: name }] },
      to: place,
      name,
    }));
    branch(draft, scene.column, chain.open, others.length === 0 ? [] : ways, only.place);
    return;
  }
  lose(`The route leads to the page “${page}”, which is not there.`);
}

/** The start page of a flow takes the intent that led to the flow, if it has a route for it. */
export function hearsAtStart(agent: Agent, flow: CxFlow, intent: string): boolean {
  return routesWithGroups(agent, flow, flow).some((route) => route.intent === intent);
}

/** The Field of the page from which the conversation came to a page that leads back. */
const pageBefore = (work: Work): string => work.ownField('page_before');

interface PageBefore {
  /** Of the scene. */
  readonly name: string;
  readonly place: string;
}

const leadsBefore = ({ json }: Route): boolean => /^PREVIOUS[_ ]PAGE$/i.test(textOf(member(json, 'targetPage')).trim());

/** The pages that lead to a page which leads back to the page before; none for another page. */
function pagesBefore(work: Work, flow: CxFlow, name: string): readonly PageBefore[] {
  const known = work.pagesBefore.get(flow.name) ?? readPagesBefore(work, flow);
  work.pagesBefore.set(flow.name, known);
  return known.get(name.trim()) ?? [];
}

function readPagesBefore({ agent }: Work, flow: CxFlow): ReadonlyMap<string, readonly PageBefore[]> {
  const routesOf = (part: CxPart): readonly Route[] => [
    ...routesWithGroups(agent, flow, part),
    ...routesIn(part, 'eventHandlers'),
  ];
  const ofFlow = routesOf(flow);
  const back = new Set(flow.pages.filter((page) => routesOf(page).some(leadsBefore)).map((page) => page.name.trim()));
  const found = new Map<string, PageBefore[]>();
  if (back.size === 0) return found;
  for (const part of [flow, ...flow.pages]) {
    const isStart = part === flow;
    // Sentences that the flow understands lead from each of its pages.
    const routes = isStart ? ofFlow : [...routesOf(part), ...ofFlow.filter(({ intent }) => intent !== '')];
    const targets = new Set(routes.map(({ json }) => textOf(member(json, 'targetPage')).trim()));
    const name = isStart ? startOf(flow.name) : part.name;
    const place = isStart ? flowPlace(flow.name) : pagePlace(flow.name, part.name);
    for (const page of targets) {
      if (back.has(page) && page !== part.name.trim()) found.set(page, [...(found.get(page) ?? []), { name, place }]);
    }
  }
  return found;
}
