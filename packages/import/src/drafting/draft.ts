import { type JsonObject, roomOfBlock } from '@botwright/core/diagram';
import type { BlocksAtHand } from '../diagram/blocks-at-hand.ts';
import { diagramBuilder, type NewBlock } from '../diagram/diagram-builder.ts';
import { type BotHead, type Finding, finishedBot, type Remark, remarksOfCuts } from '../finished-bot.ts';
import { ImportError } from '../import-error.ts';
import type { ImportedBot, ImportNeed, ImportOptions } from '../importer.ts';
import type { ImportEntry } from '../report.ts';
import type { SourceAt } from '../source-order.ts';

/** The blocks of a page, a flow or a step of the source: a column on the canvas. */
export interface Column {
  readonly id: string;
  readonly title: string;
  readonly left: number;
  readonly top: number;
}

/**
 * Collects the blocks and the report of one bot of several files. Connections lead to places: texts with a space or
 * `#`, which no key has. Each stands for a block or for another place.
 */
export interface Draft {
  readonly at: BlocksAtHand;
  readonly family: string;
  readonly bot: BotHead;
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
export function draftOf(bot: BotHead, at: BlocksAtHand, options: ImportOptions): Draft {
  const { family = 'native', slotName } = options;
  const builder = diagramBuilder(at, family, slotName);
  const remarks: Remark[] = [];
  const said = new Set<string>();
  const needs: ImportNeed[] = [];
  const lowest = new Map<string, number>();
  const members = new Map<string, { readonly column: Column; readonly blocks: string[] }>();
  let places = 0;
  let bottom = 0;

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
      remarks.push({ path, pointer, finding, target });
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
      const [path = ''] = paths;
      remarks.push(...remarksOfCuts(built, { path, pointer: '' }));
      return finishedBot({ ...bot, channel_family: family }, built, { remarks, needs, paths });
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
