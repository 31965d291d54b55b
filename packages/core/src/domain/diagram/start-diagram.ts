import type { Diagram } from './diagram.ts';

/** Key, id and template of the start point. */
export const startPointId = 'hidden';

/**
 * Makes the diagram of a bot that was created without one: the start point alone.
 *
 * @spec DG9
 */
export function startDiagram(): Diagram {
  const hidden = {
    id: startPointId,
    path: startPointId,
    template: startPointId,
    params: {},
    top: 0,
    left: 0,
    isTarget: true,
  };
  return { nodes: { [startPointId]: hidden }, connections: {} };
}
