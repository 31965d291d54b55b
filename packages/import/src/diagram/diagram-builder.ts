import {
  connectionIdOf,
  type Diagram,
  greetingSlotOf,
  type JsonObject,
  type JsonValue,
  roomOfBlock,
  startPointId,
} from '@botwright/core/diagram';
import type { BlocksAtHand } from './blocks-at-hand.ts';

/** A block of the result. Its connections lead to keys of blocks, or of places that stand for others. */
export interface NewBlock {
  readonly key: string;
  /** The name in the catalog, such as `ask_question`. */
  readonly block: string;
  readonly params: JsonObject;
  readonly title?: string | undefined;
  /** Outputs and the places to which they lead, in order. An output without a place has no connection. */
  readonly leads: readonly (readonly [output: string, to: string | undefined])[];
  /** The place that the param `node` of a `bot_link` names. */
  readonly node?: string | undefined;
}

export interface Position {
  readonly left: number;
  readonly top: number;
}

/** A remark on the canvas. */
export interface Note extends Position {
  readonly id: string;
  readonly text: string;
  readonly blocks: readonly string[];
}

export interface BuiltDiagram {
  readonly diagram: Diagram;
  /** The key in the diagram of a block that was added under another one. */
  keyOf(place: string): string | undefined;
  /** The connections that closed a loop in which no block waits; they were left out. By their places. */
  readonly cut: readonly { readonly from: string; readonly to: string }[];
  /** A block was added to the greeting slot, because the first one cannot greet. */
  readonly isStartAdded: boolean;
}

/** Collects blocks in any order, and makes a diagram that keeps the rules of the start and of loops. @spec IM8, IM10 */
export interface DiagramBuilder {
  /** A key for a block: the given one, if it is legal and free. */
  claim(wanted: string): string;
  add(block: NewBlock, position: Position): void;
  /** Says that a place stands for another, such as a block that the result leaves out. */
  standsFor(place: string, to: string | undefined): void;
  note(note: Omit<Note, 'id'>): void;
  readonly size: number;
  build(start: string | undefined): BuiltDiagram;
}

const legalKey = /^[A-Za-z0-9_.:-]{1,64}$/;
const reserved: ReadonlySet<string> = new Set([startPointId, 'welcome', 'bot_start', '__proto__', 'constructor']);
/** Beyond it a canvas cannot show a block. */
const farthest = 1_000_000;

export function diagramBuilder(at: BlocksAtHand, family: string, slotName: string | undefined): DiagramBuilder {
  const slot = slotName ?? greetingSlotOf(family);
  const taken = new Set<string>([...reserved, slot]);
  const blocks = new Map<string, NewBlock & Position>();
  const places = new Map<string, string | undefined>();
  const notes: Note[] = [];
  let last = 0;

  const claim = (wanted: string): string => {
    let key = wanted;
    for (let nth = 2; !legalKey.test(key) || taken.has(key); nth += 1) {
      if (legalKey.test(wanted) && wanted.length < 56 && nth < 100) key = `${wanted}-${nth}`;
      else {
        last += 1;
        key = `b${last}`;
      }
    }
    taken.add(key);
    return key;
  };

  /** Follows places to a block, and shortens the way for the next time; a ring of places leads nowhere. */
  const resolve = (place: string | undefined): string | undefined => {
    const seen = new Set<string>();
    let next = place;
    while (next !== undefined && !blocks.has(next)) {
      if (seen.has(next)) next = undefined;
      else {
        seen.add(next);
        next = places.get(next);
      }
    }
    for (const each of seen) places.set(each, next);
    return next;
  };

  const greets = (block: NewBlock): boolean =>
    family !== 'native' || (at.catalog.byName(block.block)?.canBeWelcome === true && block.params['quiet'] !== true);

  return {
    claim,
    add: (block, { left, top }) => {
      blocks.set(block.key, { ...block, left: canvas(left), top: canvas(top) });
    },
    standsFor: (place, to) => places.set(place, to),
    note: (note) => notes.push({ ...note, id: `note${notes.length + 1}` }),
    get size() {
      return blocks.size;
    },
    build: (start) => {
      const first = resolve(start);
      const firstBlock = first === undefined ? undefined : blocks.get(first);
      const greeting = asOpening(firstBlock, family, at);
      const isStartAdded = greeting === undefined || !greets(greeting);
      if (isStartAdded) {
        const { left = 0, top = 0 } = firstBlock ?? {};
        blocks.set(slot, {
          key: slot,
          block: 'opening',
          params: {},
          leads: [['$success', first]],
          left,
          top: canvas(top - roomAbove),
        });
      } else {
        blocks.set(greeting.key, greeting);
      }
      const keyOf = (place: string): string | undefined => {
        const key = resolve(place);
        return key === first && !isStartAdded ? slot : key;
      };
      const ordered = inReadingOrder(isStartAdded ? slot : first, blocks, resolve);
      const cut = cutLoops(ordered, blocks, resolve, at);
      return {
        diagram: render(ordered, { at, blocks, keyOf, notes, isCut: cut.has }),
        keyOf,
        cut: cut.list,
        isStartAdded,
      };
    },
  };
}

const roomAbove = 174;

/** On `native` a text cannot greet, but an opening says the same. */
function asOpening<T extends NewBlock>(block: T | undefined, family: string, at: BlocksAtHand): T | undefined {
  if (block === undefined || block.block !== 'send_text' || family !== 'native' || !at.has('opening')) return block;
  return { ...block, block: 'opening' };
}

function canvas(place: number): number {
  return Number.isFinite(place) ? Math.max(-farthest, Math.min(farthest, Math.round(place))) : 0;
}

type Blocks = ReadonlyMap<string, NewBlock & Position>;
type Resolve = (place: string | undefined) => string | undefined;

/** The greeting and the blocks behind it, then the other blocks in the order of their addition. */
function inReadingOrder(first: string | undefined, blocks: Blocks, resolve: Resolve): readonly string[] {
  const order = new Set<string>();
  const visit = (root: string): void => {
    const open = [root];
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      if (order.has(key)) continue;
      order.add(key);
      const targets = targetsOf(blocks.get(key)).map(([, to]) => resolve(to));
      open.push(...(targets.filter((target) => target !== undefined && !order.has(target)).reverse() as string[]));
    }
  };
  if (first !== undefined) visit(first);
  for (const key of blocks.keys()) visit(key);
  return [...order];
}

/** The connections of a block, and its jump within the bot, which has no output. */
function targetsOf(block: NewBlock | undefined): NewBlock['leads'] {
  if (block === undefined) return [];
  return block.node === undefined ? block.leads : [...block.leads, [jumpOutput, block.node]];
}

const jumpOutput = '';

/** Takes the place of a jump that is left out: it only goes on. */
const neutral = { block: 'opening', params: {}, node: undefined } as const;

interface Cut {
  readonly has: (from: string, output: string) => boolean;
  readonly list: readonly { readonly from: string; readonly to: string }[];
}

/** Finds, without recursion, the connections that lead back to a block on the way to them, where none of these waits. */
function cutLoops(order: readonly string[], blocks: Blocks, resolve: Resolve, at: BlocksAtHand): Cut {
  const cut = new Set<string>();
  const list: { from: string; to: string }[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const runsOn = (key: string): boolean => {
    const { block = '', params = {} } = blocks.get(key) ?? {};
    const { waits = false, mayGoOnAtOnce = false } = at.catalog.byName(block) ?? {};
    return !waits || (typeof mayGoOnAtOnce === 'function' ? mayGoOnAtOnce(params) : mayGoOnAtOnce);
  };
  for (const root of order) {
    if (state.has(root) || !runsOn(root)) continue;
    state.set(root, 'open');
    const path = [{ key: root, next: 0 }];
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const lead = targetsOf(blocks.get(step.key))[step.next];
      step.next += 1;
      if (lead === undefined) {
        state.set(step.key, 'done');
        path.pop();
        continue;
      }
      const target = resolve(lead[1]);
      if (target === undefined || !runsOn(target)) continue;
      const known = state.get(target);
      if (known === 'open') {
        cut.add(JSON.stringify([step.key, lead[0]]));
        list.push({ from: step.key, to: target });
      } else if (known === undefined) {
        state.set(target, 'open');
        path.push({ key: target, next: 0 });
      }
    }
  }
  return { has: (from, output) => cut.has(JSON.stringify([from, output])), list };
}

interface Rendering {
  readonly at: BlocksAtHand;
  readonly blocks: Blocks;
  readonly keyOf: (place: string) => string | undefined;
  readonly notes: readonly Note[];
  readonly isCut: Cut['has'];
}

function render(order: readonly string[], { at, blocks, keyOf, notes, isCut }: Rendering): Diagram {
  const used = new Map<string, number>();
  const nodes: [string, JsonValue][] = [];
  const connections: [string, JsonValue][] = [];
  const connect = (sourcePath: string, type: string, targetPath: string): void => {
    const id = connectionIdOf({ sourcePath, type, targetPath });
    connections.push([id, { id, type, sourcePath, targetPath }]);
  };
  const first = order[0] === undefined ? undefined : keyOf(order[0]);
  if (first !== undefined) connect(startPointId, '$success', first);
  for (const place of order) {
    const added = blocks.get(place);
    const id = keyOf(place);
    if (added === undefined || id === undefined) continue;
    const block = isCut(place, jumpOutput) ? { ...added, ...neutral } : added;
    const template = at.templateOf(block.block);
    const jump = block.node === undefined ? undefined : keyOf(block.node);
    const params = { ...block.params, ...(jump === undefined ? {} : { node: jump }), version: 3 };
    const named = block.title === undefined || block.title === '' ? {} : { name: block.title };
    const isTarget = at.catalog.byName(block.block)?.entry !== true;
    const node: JsonObject = { id, path: id, template, ...named, isTarget, params };
    nodes.push([id, { ...node, ...freePosition(block, node, at, used) }]);
    for (const [output, to] of block.leads) {
      const target = to === undefined ? undefined : keyOf(to);
      if (target !== undefined && !isCut(place, output)) connect(id, output, target);
    }
  }
  const start = nodes[0]?.[1] as JsonObject | undefined;
  const hidden: JsonObject = {
    id: startPointId,
    path: startPointId,
    template: startPointId,
    isTarget: true,
    params: {},
    top: start?.['top'] ?? 0,
    left: canvas(Number(start?.['left'] ?? 0) - 300),
  };
  return {
    nodes: Object.fromEntries([[startPointId, hidden], ...nodes]),
    connections: Object.fromEntries(connections),
    ...(notes.length === 0
      ? {}
      : {
          notes: notes.map(({ id, text, top, left, blocks: members }) => ({
            id,
            text,
            top: canvas(top),
            left: canvas(left),
            blocks: [...new Set(members.map(keyOf).filter((key) => key !== undefined))],
          })),
        }),
  };
}

/** Moves a block down until no other has its position. */
function freePosition(
  { left, top }: Position,
  node: JsonObject,
  { catalog }: BlocksAtHand,
  used: Map<string, number>,
): { readonly top: number; readonly left: number } {
  const place = `${left},${top}`;
  const free = used.get(place) ?? top;
  used.set(place, free + roomOfBlock(node, catalog).height);
  if (free !== top) used.set(`${left},${free}`, free + 1);
  return { top: free, left };
}
