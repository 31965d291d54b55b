import type { Picture, PictureBlock, PictureEdge } from '@botwright/graph';
import { inputPoint, jumpPoint, outputPoint } from '../model/block-box.ts';
import { edgeBox, edgePath } from '../model/edge-path.ts';
import type { Box } from '../model/viewport.ts';

/** A connection with its curve. */
export interface SceneEdge extends PictureEdge {
  readonly path: string;
  readonly box: Box;
}

/** A picture with the places of its blocks. */
export interface Scene {
  readonly blocks: readonly PictureBlock[];
  readonly byId: ReadonlyMap<string, PictureBlock>;
  readonly boxes: ReadonlyMap<string, Box>;
  readonly edges: readonly SceneEdge[];
}

export function sceneOf({ blocks, edges }: Pick<Picture, 'blocks' | 'edges'>, boxes: ReadonlyMap<string, Box>): Scene {
  const byId = new Map(blocks.map((block) => [block.id, block]));
  return {
    blocks,
    byId,
    boxes,
    edges: edges.flatMap((edge) => {
      const [source, from, to] = [byId.get(edge.from), boxes.get(edge.from), boxes.get(edge.to)];
      if (source === undefined || from === undefined || to === undefined) return [];
      const index = source.outputs.findIndex(({ output }) => output === edge.output);
      const start = edge.isJump === true ? jumpPoint(from) : outputPoint(from, source, index);
      const end = inputPoint(to);
      return [{ ...edge, path: edgePath(start, end), box: edgeBox(start, end) }];
    }),
  };
}
