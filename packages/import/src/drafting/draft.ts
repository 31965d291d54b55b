import { type JsonObject, type JsonValue, roomOfBlock } from '@botwright/core/diagram';
import type { BlocksAtHand } from '../diagram/blocks-at-hand.ts';
import { type BuiltDiagram, diagramBuilder, type NewBlock } from '../diagram/diagram-builder.ts';
import { ImportError } from '../import-error.ts';
import type { ImportedBot, ImportNeed, ImportOptions } from '../importer.ts';
import { pointerTo } from '../json.ts';
import type { ImportCode, ImportEntry } from '../report.ts';
import { inPointerOrder, type SourceAt } from '../source-order.ts';

/** What the report says about an element. */
export type Finding = readonly [outcome: ImportEntry['outcome'], code: ImportCode, message: string, hint?: string];

/** The blocks of a page, a flow or a step of the source: a column on the canvas. */
export interface Column {
  readonly id: string;
  readonly title: string;
  readonly left: number;
  readonly top: number;
}

/** The bot that a draft becomes. */
export interface DraftedBot {
  readonly key: string;
  readonly name: string;
  readonly number: number;
}

/**
 * Collects the blocks and the report of one bot of several files. Connections lead to places: texts with a space or
 * `#`, which no key has. Each stands for a block or for another place.
 */
export interface Draft {
  readonly at: BlocksAtHand;
  readonly family: string;
  readonly bot: DraftedBot;
  readonly options: ImportOptions;
  /** A place that no other has. */
  freshPlace(): string;
  standsFor(place: string, to: string | undefined): void;
  /** Adds a block below the others of its column. @returns Its key. */
  add(column: Column, block: string, params: JsonObject, leads: NewBlock['leads'], node?: string): string;
  /** Adds an entry of the report. Says the same about an element only once. */
  remark(at: SourceAt, finding: Finding, target?: string): void;
  need(need: ImportNeed): void;
  /** The params of a `bot_link` that calls a part of this bot. */
  readonly callParams: JsonObject;
  /** The lowest position that is taken. */
  readonly bottom: number;
  finish(
    start: string,
    paths: readonly string[],
  ): { readonly bot: ImportedBot; readonly entries: readonly ImportEntry[] };
}

/** Blocks of a bot. */
const mostBlocks = 20_000;
/** Above the first block of a column. */
const titleRoom = 60;

/** @param options - Of the import. */
export function draftOf(bot: DraftedBot, at: BlocksAtHand, options: ImportOptions): Draft {
  const { family = 'native', slotName } = options;
  const builder = diagramBuilder(at, family, slotName);
  const remarks: { readonly at: SourceAt; readonly finding: Finding; readonly target?: string | undefined }[] = [];
  const said = new Set<string>();
  const needs: ImportNeed[] = [];
  const lowest = new Map<string, number>();
  const members = new Map<string, { readonly column: Column; readonly blocks: string[] }>();
  let places = 0;
  let bottom = 0;

  const entryOf = ({ at: source, finding, target }: (typeof remarks)[number], built: BuiltDiagram): ImportEntry => {
    const [outcome, code, message, hint] = finding;
    const id = target === undefined ? undefined : built.keyOf(target);
    return {
      outcome,
      code,
      message,
      ...(hint === undefined ? {} : { hint }),
      source,
      ...(id === undefined ? {} : { target: { bot: bot.key, block_id: id, pointer: pointerTo('/nodes', id) } }),
    };
  };

  return {
    at,
    family,
    bot,
    options,
    freshPlace: () => {
      places += 1;
      return `#${places}`;
    },
    standsFor: (place, to) => builder.standsFor(place, to),
    add: (column, block, params, leads, node) => {
      if (builder.size >= mostBlocks) throw new ImportError(`The bot ${bot.name} has more than 20,000 blocks.`);
      const key = builder.claim(column.id);
      const template = at.templateOf(block);
      const top = lowest.get(column.id) ?? column.top;
      const of = members.get(column.id) ?? { column, blocks: [] };
      const title = of.blocks.length === 0 && column.title !== '' ? column.title : undefined;
      builder.add({ key, block, params, leads, title, node }, { left: column.left, top });
      of.blocks.push(key);
      members.set(column.id, of);
      const end = top + roomOfBlock({ id: key, template, params }, at.catalog).height;
      lowest.set(column.id, end);
      bottom = Math.max(bottom, end);
      return key;
    },
    remark: (source, finding, target) => {
      const { path, pointer } = source;
      const id = JSON.stringify([path, pointer, ...finding]);
      if (said.has(id)) return;
      said.add(id);
      remarks.push({ at: { path, pointer }, finding, target });
    },
    need: (need) => needs.push(need),
    callParams: {
      bot: bot.number,
      bot_number: bot.number,
      bot_channel_family: family,
      bot_name: bot.name,
      mode: 'call',
    },
    get bottom() {
      return bottom;
    },
    finish: (start, paths) => {
      for (const { column, blocks } of members.values()) {
        const { title, left, top } = column;
        if (title !== '') builder.note({ text: title, left, top: top - titleRoom, blocks });
      }
      const built = builder.build(start);
      const [first = ''] = paths;
      for (const { from, to } of built.cut) {
        const message = `The connection from “${from}” to “${to}” closed a loop in which nobody is asked, and is left out.`;
        remarks.push({ at: { path: first, pointer: '' }, finding: ['lost', 'edge-dangling', message], target: from });
      }
      const byPath = Map.groupBy(remarks, ({ at: { path } }) => path);
      const entries = paths.flatMap((path) =>
        inPointerOrder((byPath.get(path) ?? []).map((each) => ({ ...each, pointer: each.at.pointer }))).map((each) =>
          entryOf(each, built),
        ),
      );
      const { key, name, number } = bot;
      const found = needs.map((need) => ({ ...need, block_id: built.keyOf(need.block_id) ?? '' }));
      return {
        bot: { key, name, number, channel_family: family, diagram: built.diagram, needs: found },
        entries,
      };
    },
  };
}

/** Adds blocks that follow each other, from a place on. */
export class Chain {
  readonly column: Column;
  readonly #draft: Draft;
  #open: string;

  constructor(draft: Draft, column: Column, start: string) {
    this.#draft = draft;
    this.column = column;
    this.#open = start;
  }

  /** The place of the next block. */
  get open(): string {
    return this.#open;
  }

  /** Adds a block that goes on by one output. @param others - Other outputs. */
  add(block: string, params: JsonObject, output = '$success', others: NewBlock['leads'] = [], node?: string): string {
    const next = this.#draft.freshPlace();
    const key = this.#draft.add(this.column, block, params, [[output, next], ...others], node);
    this.#draft.standsFor(this.#open, key);
    this.#open = next;
    return key;
  }

  /** Adds a block that does not go on, but by the given outputs. */
  close(block: string, params: JsonObject, leads: NewBlock['leads'] = []): string {
    const key = this.#draft.add(this.column, block, params, leads);
    this.#draft.standsFor(this.#open, key);
    return key;
  }

  /** Adds the next blocks at another place. */
  continueAt(place: string): void {
    this.#open = place;
  }

  /** Goes on at a place. */
  end(to: string | undefined): void {
    this.#draft.standsFor(this.#open, to);
  }
}

/** Removes absent params. */
export function present(params: { readonly [name: string]: JsonValue | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** A short quotation in one line. */
export function quoted(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return `“${line.length > 60 ? `${line.slice(0, 59)}…` : line}”`;
}
