import { jsonPointer } from '../json/json-pointer.ts';
import { excerpt } from '../rules/excerpt.ts';
import type { Violation } from '../rules/violation.ts';

/** Why a block of a request is refused. @spec ED2 */
export function blockProblem(code: string, message: string, blockId: string): Violation {
  return { code, message, blockId, pointer: jsonPointer('nodes', blockId), severity: 'error' };
}

/**
 * Why a block to add is refused. One that came without an id is named by its place in the request instead, and
 * pointed at where it would have been.
 *
 * @spec ED2, ED3
 */
export function addedBlockProblem(
  code: string,
  fault: string,
  added: { readonly id: string; readonly isNamed: boolean; readonly index: number },
): Violation {
  const pointer = jsonPointer('nodes', added.id);
  if (added.isNamed)
    return { code, message: `Block ${excerpt(added.id)} ${fault}`, blockId: added.id, pointer, severity: 'error' };
  return { code, message: `The block without an id at index ${added.index} ${fault}`, pointer, severity: 'error' };
}

/** What completing a block found, when the block came without an id. @spec ED3 */
export function withoutId({ blockId, message, ...found }: Violation, index: number): Violation {
  return {
    ...found,
    message: message.replace(`Block ${excerpt(blockId)}`, `The block without an id at index ${index}`),
  };
}

/** Why a connection, stored or to add, stands in the way of an edit. @spec ED2 */
export function connectionProblem(
  code: string,
  message: string,
  at: { readonly connectionId: string; readonly blockId?: string; readonly output?: string },
): Violation {
  return { code, message, ...at, pointer: jsonPointer('connections', at.connectionId), severity: 'error' };
}
