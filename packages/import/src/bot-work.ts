import { type JsonObject, type JsonValue, roomOfBlock } from '@botwright/core/diagram';
import type { BlocksAtHand } from './diagram/blocks-at-hand.ts';
import { type DiagramBuilder, diagramBuilder, type NewBlock } from './diagram/diagram-builder.ts';
import { type BotHead, type Finding, finishedBot, type Remark, remarksOfCuts } from './finished-bot.ts';
import { ImportError } from './import-error.ts';
import type { ImportedBot, ImportNeed, ImportOptions } from './importer.ts';
import { withoutAbsent } from './plain-texts.ts';
import type { ImportEntry } from './report.ts';
import type { SourceAt } from './source-order.ts';

/** An element of the source. */
export interface SourcePlace extends SourceAt {
  readonly title?: string | undefined;
}

/** Where the next block of a group goes. Blocks of a group are below each other. */
export interface Column {
  readonly left: number;
  top: number;
  /** The name of the first block. */
  title?: string | undefined;
}

/** The work on one bot that has several files. */
export interface BotWork {
  readonly at: BlocksAtHand;
  readonly family: string;
  readonly options: ImportOptions;
  readonly bot: BotHead;
  readonly builder: DiagramBuilder;
  /** A new place, to which connections can lead before it is known which block stands there. */
  place(): string;
  /**
   * Adds a block, with the params that the catalog has.
   *
   * @param id - The id of the source, if it has one.
   * @param node - The place that the param `node` names.
   * @returns The key of the block, which is a place.
   */
  add(
    block: string,
    params: { readonly [name: string]: JsonValue | undefined },
    leads: NewBlock['leads'],
    column: Column,
    more?: { readonly id?: string | undefined; readonly node?: string | undefined },
  ): string;
  /** Adds an entry of the report. The same about an element counts once. */
  report(element: SourcePlace, finding: Finding, target?: string): void;
  need(kind: ImportNeed['kind'], name: string, key: string): void;
  /** @param start - The place where the conversation begins. @param main - The file of the start. */
  finish(
    start: string | undefined,
    main: SourcePlace,
  ): { readonly bot: ImportedBot; readonly entries: readonly ImportEntry[] };
}

/** Blocks of a result. */
const mostBlocks = 100_000;

/** @param paths - The files of the bot, in the order of entries. */
export function startWork(bot: BotHead, at: BlocksAtHand, options: ImportOptions, paths: readonly string[]): BotWork {
  const { family = 'native', slotName } = options;
  const builder = diagramBuilder(at, family, slotName);
  const remarks: Remark[] = [];
  const reported = new Set<string>();
  const needs: ImportNeed[] = [];
  let places = 0;
  const report: BotWork['report'] = ({ path, pointer, title }, finding, target) => {
    const id = JSON.stringify([path, pointer, ...finding]);
    if (reported.has(id)) return;
    reported.add(id);
    remarks.push({ path, pointer, title, finding, target });
  };
  return {
    at,
    family,
    options,
    bot,
    builder,
    report,
    place: () => {
      places += 1;
      return `#${places}`;
    },
    add: (block, params, leads, column, { id = '', node } = {}) => {
      if (builder.size >= mostBlocks) throw new ImportError(`${bot.name} would have more than 100,000 blocks.`);
      const key = builder.claim(id);
      // A question for a date has another param of that name, a list.
      const { format, ...others } = params;
      const isOfTexts = typeof format === 'string' && at.hasParam(block, 'textFormat');
      const formatted = isOfTexts ? { ...others, textFormat: format } : params;
      const known = Object.fromEntries(Object.entries(formatted).filter(([name]) => at.hasParam(block, name)));
      const kept: JsonObject = withoutAbsent(known);
      const { height } = roomOfBlock({ id: key, template: at.templateOf(block), params: kept }, at.catalog);
      builder.add({ key, block, params: kept, leads, title: column.title, node }, column);
      column.top += height;
      column.title = undefined;
      return key;
    },
    need: (kind, name, key) => needs.push({ kind, name, block_id: key }),
    finish: (start, main) => {
      const built = builder.build(start);
      if (built.isStartAdded) {
        const message = 'A block “opening” that says nothing begins the conversation: the first block cannot.';
        report(main, ['carried', 'start-implied', message], start);
      }
      remarks.push(...remarksOfCuts(built, main));
      return finishedBot({ ...bot, channel_family: family }, built, { remarks, needs, paths });
    },
  };
}

/** Whether a block refuses a value as empty. */
export function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Adds a block that sets a Field; an empty value clears it. @returns The key of the block. */
export function setField(
  work: BotWork,
  field: string,
  value: JsonValue | undefined,
  column: Column,
  next: string | undefined,
): string {
  const params = isEmpty(value) ? { field, action: 'UNSET' } : { field, action: 'SET', value };
  return work.add('set_a_field', params, [['success', next]], column);
}

/** A step of a chain: adds blocks that lead to the next step. @returns Its first place; `next` when it adds none. */
export type Step = (next: string | undefined) => string | undefined;

/** Runs steps after each other. @returns The place of the first. */
export function chain(work: BotWork, steps: readonly Step[], next: string | undefined): string | undefined {
  const places = steps.map(() => work.place());
  for (const [at, step] of steps.entries()) {
    const to = at + 1 < places.length ? places[at + 1] : next;
    work.builder.standsFor(places[at] as string, step(to));
  }
  return places[0] ?? next;
}
