import { completeDiagram, createCatalog, type Diagram } from '@botwright/core/diagram';

/**
 * Adds the blocks that a service adds to every diagram, so that a file does not differ from its copy on a server.
 *
 * @spec BP4
 */
export function asStored(diagram: Diagram): Diagram {
  return completeDiagram(diagram, { catalog: createCatalog(), linkedBots: new Map() }).diagram;
}
