import type { Builder } from '../bot/bot.ts';
import type { ChannelSnapshot } from '../channel/channel.ts';
import type { Diagram } from '../diagram/diagram.ts';
import type { EpochMs } from '../time/epoch-ms.ts';

/** A publication as lists show it. */
export interface VersionSummary {
  /** UUID v7: ids sort by the order of publication. */
  readonly id: string;
  /** The label. */
  readonly name?: string;
  readonly publishedAt: EpochMs;
  /** The person. */
  readonly publishedBy: number;
  /** Id of the version that was restored. */
  readonly restoredFrom?: string;
  readonly builder: Builder;
}

export interface Version extends VersionSummary {
  readonly diagramJson: string;
  /** Parsed from `diagramJson` at the first read; the reader's own copy. */
  readonly diagram: Diagram;
  /** Absent when the bot's workspace had no channel of its family. */
  readonly channel?: ChannelSnapshot;
}

/** The answer of a publication. */
export interface Publication extends VersionSummary {
  readonly channel?: ChannelSnapshot;
}
