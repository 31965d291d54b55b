import { type Diagram, isNode } from '../../domain/diagram/diagram.ts';
import { load, type Part } from '../use-case/use-case.ts';

/** The blocks of the live version of a bot that jumps can go to. */
export interface LiveBlocks {
  readonly version: string;
  readonly targets: ReadonlySet<string>;
}

/** Finds the blocks of live versions. Caches them, because a version does not change. */
export interface LiveTargets {
  /** @returns `undefined`: the bot has no live version. */
  find(botId: string): Part<LiveBlocks | undefined>;
}

/**
 * @param maxBlocks - The maximum number of cached block ids. Drops the least recently used versions first.
 * @spec DR52
 */
export function liveTargets(maxBlocks = 100_000): LiveTargets {
  const known = new Map<string, ReadonlySet<string>>();
  let blocks = 0;

  /** Another use-case may have cached the same version. */
  function remember(version: string, targets: ReadonlySet<string>): void {
    blocks -= known.get(version)?.size ?? 0;
    known.delete(version);
    known.set(version, targets);
    blocks += targets.size;
    for (const [oldest, { size }] of known) {
      if (blocks <= maxBlocks) break;
      known.delete(oldest);
      blocks -= size;
    }
  }

  return {
    *find(botId) {
      const [version] = yield* load({ kind: 'liveVersion', botId });
      if (version === undefined) return undefined;
      let targets = known.get(version);
      if (targets === undefined) {
        const [stored] = yield* load({ kind: 'version', botId, id: version });
        if (stored === undefined) return undefined;
        targets = targetsIn(JSON.parse(stored.diagramJson) as Diagram);
      }
      remember(version, targets);
      return { version, targets };
    },
  };
}

function targetsIn({ nodes }: Diagram): ReadonlySet<string> {
  return new Set(
    Object.entries(nodes).flatMap(([id, node]) => (isNode(node) && node['isTarget'] === false ? [] : [id])),
  );
}
