import type { Catalog, Diagram, Violation } from '@botwright/core/diagram';
import { lintFiles } from '@botwright/testing/files';
import type { BotHead, McpBots } from './bots.ts';
import { rulePages } from './generated/rules.ts';

/** Names a finding for `fix_bot`. */
export function idOf({ code, pointer }: Pick<Violation, 'code' | 'pointer'>): string {
  return `${code} ${pointer}`;
}

interface Counts {
  readonly errors: number;
  readonly warnings: number;
}

/** The text of a draft as a file. */
export function fileOf({ name, family, number }: BotHead, diagram: Diagram): Readonly<Record<'name' | 'text', string>> {
  const bot = { channel_family: family, ...(number !== undefined && { number }) };
  return { name, text: JSON.stringify({ bot, diagram }) };
}

/** The findings in a diagram of a bot, as tools answer them, and their counts. @spec MC13 */
export async function findingsIn(
  bots: McpBots,
  head: BotHead,
  diagram: Diagram,
): Promise<{ readonly counts: Counts; readonly entries: readonly Readonly<Record<string, string>>[] }> {
  const found = await bots.inspect(head, diagram);
  const fixable = found.length === 0 ? new Set<string>() : await fixableIn(bots.catalog, head, diagram);
  return { counts: countOf(found), entries: found.map((each) => findingOf(each, fixable)) };
}

async function fixableIn(catalog: Catalog, head: BotHead, diagram: Diagram): Promise<ReadonlySet<string>> {
  const { files } = await lintFiles({ texts: [fileOf(head, diagram)], catalog });
  return new Set(files.flatMap(({ findings }) => findings.filter((each) => each.fixable === true).map(idOf)));
}

/** Its hint is its own, or the one of its rule. */
function findingOf(
  { code, message, pointer, severity, hint, blockId, param }: Violation,
  fixable: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const page = Object.hasOwn(rulePages, code) ? rulePages[code] : undefined;
  const advice = hint ?? page?.mend;
  const id = idOf({ code, pointer });
  return {
    id,
    severity,
    code,
    message,
    pointer,
    ...(blockId !== undefined && { block: blockId }),
    ...(param !== undefined && { param }),
    ...(advice !== undefined && { hint: advice }),
    ...(page?.fix !== undefined && fixable.has(id) && { fix: `fix_bot ${page.fix}` }),
  };
}

/** A finding of a refused write: no draft has it, so `fix_bot` cannot mend it. @spec MC13 */
export function refusedFindingOf(violation: Violation): Readonly<Record<string, string>> {
  const { id: _id, ...finding } = findingOf(violation, new Set());
  if (violation.code !== 'block_type_unknown') return finding;
  const { hint } = finding;
  return { ...finding, hint: `${hint === undefined ? '' : `${hint} `}list_block_kinds lists the kinds.` };
}

/** Errors and warnings among findings. */
export function countOf(found: readonly Violation[]): Counts {
  const errors = found.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: found.length - errors };
}
