import type { BuiltDiagram } from './diagram/diagram-builder.ts';
import type { ImportedBot, ImportNeed } from './importer.ts';
import { pointerTo } from './json.ts';
import type { ImportCode, ImportEntry } from './report.ts';
import { inPointerOrder, type SourceAt } from './source-order.ts';

/** The outcome of an element in the report. */
export type Finding = readonly [outcome: ImportEntry['outcome'], code: ImportCode, message: string, hint?: string];

/** The bot that is made. */
export interface BotHead {
  readonly key: string;
  readonly name: string;
  readonly number: number;
}

/** An entry of the report before the keys of blocks are known. */
export interface Remark extends SourceAt {
  readonly title?: string | undefined;
  readonly finding: Finding;
  /** A place of the diagram. */
  readonly target?: string | undefined;
}

/** The connections that the diagram left out. @param at - The start of the bot in its source. */
export function remarksOfCuts({ cut }: BuiltDiagram, { path, pointer }: SourceAt): readonly Remark[] {
  return cut.map(({ from, to }) => {
    const message = `The connection from “${from}” to “${to}” closed a loop in which nobody is asked, and is left out.`;
    return { path, pointer, finding: ['lost', 'edge-dangling', message], target: from };
  });
}

/** A bot of several files with its entries: by file, then in the order of the source. */
export function finishedBot(
  bot: BotHead & { readonly channel_family: string },
  built: BuiltDiagram,
  {
    remarks,
    needs,
    paths,
  }: {
    readonly remarks: readonly Remark[];
    readonly needs: readonly ImportNeed[];
    /** The files, in the order of entries. Others come after them. */
    readonly paths: readonly string[];
  },
): { readonly bot: ImportedBot; readonly entries: readonly ImportEntry[] } {
  const { key, name, number, channel_family } = bot;
  const byPath = Map.groupBy(remarks, ({ path }) => path);
  const entries = [...new Set([...paths, ...byPath.keys()])].flatMap((path) =>
    inPointerOrder(byPath.get(path) ?? []).map((remark) => entryOf(remark, key, built)),
  );
  const found = needs.map((need) => ({ ...need, block_id: built.keyOf(need.block_id) ?? '' }));
  return { bot: { key, name, number, channel_family, diagram: built.diagram, needs: found }, entries };
}

function entryOf({ path, pointer, title, finding, target }: Remark, bot: string, { keyOf }: BuiltDiagram): ImportEntry {
  const [outcome, code, message, hint] = finding;
  const id = target === undefined ? undefined : keyOf(target);
  return {
    outcome,
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    source: { path, pointer, ...(title === undefined || title === '' ? {} : { title }) },
    ...(id === undefined ? {} : { target: { bot, block_id: id, pointer: pointerTo('/nodes', id) } }),
  };
}
