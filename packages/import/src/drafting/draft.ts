import type { JsonObject } from '@botwright/core/diagram';
import { type Column as BlockColumn, type BotWork, startWork } from '../bot-work.ts';
import type { BlocksAtHand } from '../diagram/blocks-at-hand.ts';
import type { NewBlock } from '../diagram/diagram-builder.ts';
import type { BotHead } from '../finished-bot.ts';
import type { ImportOptions } from '../importer.ts';

/** The blocks of a page, a flow or a step of the source: a column on the canvas. */
export interface Column {
  readonly id: string;
  readonly title: string;
  readonly left: number;
  readonly top: number;
}

/**
 * The work on a bot whose blocks stand in columns by the id of a page, a flow or a step. Connections lead to places:
 * texts with a space or `#`, which no key has. Each stands for a block or for another place.
 */
export interface Draft extends Omit<BotWork, 'add'> {
  /** Adds a block below the others of its column. @returns Its key. */
  add(column: Column, block: string, params: JsonObject, leads: NewBlock['leads'], node?: string): string;
  /** The params of a `bot_link` that calls a part of this bot. */
  readonly callParams: JsonObject;
  /** The lowest position that is taken. */
  readonly bottom: number;
}

/** Above the first block of a column. */
const titleRoom = 60;

/** @param options - Of the import. @param paths - The files of the bot, in the order of entries. */
export function draftOf(bot: BotHead, at: BlocksAtHand, options: ImportOptions, paths: readonly string[]): Draft {
  const work = startWork(bot, at, options, paths);
  const columns = new Map<string, { readonly of: Column; readonly open: BlockColumn; readonly blocks: string[] }>();
  return {
    ...work,
    add: (column, block, params, leads, node) => {
      const { left, top, title } = column;
      const { open, blocks } = columns.get(column.id) ?? { open: { left, top, title }, blocks: [] as string[] };
      if (blocks.length === 0) columns.set(column.id, { of: column, open, blocks });
      const key = work.add(block, params, leads, open, { id: column.id, node });
      blocks.push(key);
      return key;
    },
    callParams: {
      bot: bot.number,
      bot_number: bot.number,
      bot_channel_family: work.family,
      bot_name: bot.name,
      mode: 'call',
    },
    get bottom() {
      return Math.max(0, ...Array.from(columns.values(), ({ open }) => open.top));
    },
    finish: (start, main) => {
      for (const { of, blocks } of columns.values()) {
        const { title, left, top } = of;
        if (title !== '') work.builder.note({ text: title, left, top: top - titleRoom, blocks });
      }
      return work.finish(start, main);
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
    const next = this.#draft.place();
    const key = this.#draft.add(this.column, block, params, [[output, next], ...others], node);
    this.#draft.builder.standsFor(this.#open, key);
    this.#open = next;
    return key;
  }

  /** Adds a block that does not go on, but by the given outputs. */
  close(block: string, params: JsonObject, leads: NewBlock['leads'] = []): string {
    const key = this.#draft.add(this.column, block, params, leads);
    this.#draft.builder.standsFor(this.#open, key);
    return key;
  }

  /** Adds the next blocks at another place. */
  continueAt(place: string): void {
    this.#open = place;
  }

  /** Goes on at a place. */
  end(to: string | undefined): void {
    this.#draft.builder.standsFor(this.#open, to);
  }
}
