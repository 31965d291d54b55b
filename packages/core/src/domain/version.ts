import { type PlanTier, planTiers } from './blocks/block-definition.ts';
import type { Catalog } from './blocks/catalog.ts';
import { selectVariant } from './blocks/variant.ts';
import type { Builder } from './bot.ts';
import type { ChannelSnapshot } from './channel.ts';
import { type Diagram, isNode } from './diagram/diagram.ts';
import type { StoredDiagram } from './draft.ts';
import { acceptName } from './text.ts';
import type { EpochMs } from './time/epoch-ms.ts';

/** A publication in a list. */
export interface VersionSummary {
  /** UUID v7: ids sort by the order of publication. */
  readonly id: string;
  /** The label. */
  readonly name?: string;
  /** When it went live. */
  readonly publishedAt: EpochMs;
  /** The publisher. */
  readonly publishedBy: number;
  /** Id of the restored version. */
  readonly restoredFrom?: string;
  /** Days for which conversations of earlier versions finish on these. Absent: they continue on this one. */
  readonly finishDays?: number;
  /** `older`: a program before this one published it; it cannot be restored. */
  readonly builder: Builder;
}

/** The result of a publication. */
export interface Publication extends VersionSummary {
  /** Absent if the bot's workspace had no channel of its family. */
  readonly channel?: ChannelSnapshot;
}

/** The effect of a publication on visitors. */
export interface PublicationPreview {
  /**
   * The live conversations that wait at blocks of the live version which the new one lacks, or has with another type:
   * they begin again with their next message.
   */
  readonly waiting: {
    readonly total: number;
    /** `false`: there are `total` or more. */
    readonly isExact: boolean;
  };
}

/** An immutable publication of a bot with its whole diagram. */
export interface Version extends Publication, StoredDiagram {}

/** In Unicode code points, after trimming. */
export const maxVersionNameLength = 255;

/** @returns The stored form of the label; `undefined` if it is not accepted. @spec VE9 */
export function acceptLabel(text: string): string | undefined {
  return acceptName(text, maxVersionNameLength);
}

/**
 * Finds the highest tier among the blocks of a diagram. Ignores blocks outside the catalog, and blocks without a
 * matching variant.
 *
 * @returns `undefined` without such blocks.
 * @spec BO40
 */
export function requiredTier(diagram: Diagram, catalog: Catalog): PlanTier | undefined {
  let highest = -1;
  for (const node of Object.values(diagram.nodes)) {
    if (!isNode(node)) continue;
    const definition = catalog.byTemplate(node.template);
    const variant = definition && selectVariant(definition, node.params);
    if (variant !== undefined) highest = Math.max(highest, planTiers.indexOf(variant.requiredTier));
  }
  return planTiers[highest];
}
