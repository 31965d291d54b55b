import type { Diagram } from '../diagram/diagram.ts';
import { outputsOfNode } from '../diagram/node-outputs.ts';
import { excerpt } from '../rules/excerpt.ts';
import type { Violation } from '../rules/violation.ts';
import type { ConnectionInput } from './change-set.ts';
import { connectionProblem } from './edit-problem.ts';
import type { EditContext } from './edit-result.ts';
import type { BlockPlan } from './plan-blocks.ts';

/**
 * Makes the judge of connections to add: both ends must be blocks of the result, and the block it leaves must
 * have the output, as far as the catalog can tell.
 *
 * @spec ED18
 */
export function endJudge(
  diagram: Diagram,
  blocks: BlockPlan,
  { catalog }: EditContext,
): (added: Required<ConnectionInput>) => readonly Violation[] {
  const isThere = (id: string) =>
    blocks.written.has(id) || blocks.unclear.has(id) || (Object.hasOwn(diagram.nodes, id) && !blocks.removed.has(id));

  const outputs = new Map<string, ReadonlySet<string> | undefined>();
  const outputsOf = (id: string) => {
    if (!outputs.has(id)) {
      const node = blocks.unclear.has(id) ? undefined : (blocks.written.get(id) ?? diagram.nodes[id]);
      const listed = outputsOfNode(node, catalog);
      outputs.set(id, listed && new Set(listed));
    }
    return outputs.get(id);
  };

  return ({ id: connectionId, sourcePath, type, targetPath }) => {
    const problems: Violation[] = [];
    const refuse = (code: string, message: string, at: { readonly blockId?: string; readonly output?: string } = {}) =>
      problems.push(connectionProblem(code, message, { ...at, connectionId }));

    if (!isThere(sourcePath)) {
      refuse('connection_source_unknown', `A connection leaves ${excerpt(sourcePath)}, which is no block.`);
    } else if (outputsOf(sourcePath)?.has(type) === false) {
      refuse('output_unknown', `Block ${excerpt(sourcePath)} has no output ${excerpt(type)}.`, {
        blockId: sourcePath,
        output: type,
      });
    }
    if (!isThere(targetPath)) {
      refuse('connection_target_unknown', `A connection ends at ${excerpt(targetPath)}, which is no block.`);
    }
    return problems;
  };
}
