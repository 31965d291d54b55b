import type { Catalog, ChangeSet, Diagram, Violation } from '@botwright/core/diagram';
import type { BlockBehaviour } from '@botwright/core/runner';
import type { readScenarios } from '@botwright/testing';

/** A bot as tools name and list it. */
export interface BotHead {
  /** The value of the argument `bot`: the number, or the name of a file. */
  readonly bot: number | string;
  /** Absent: the bot is of no server. */
  readonly number?: number;
  /** As its authors see it. */
  readonly name: string;
  /** Channel family, such as `native`. */
  readonly family: string;
  /** Absent: the source does not say. */
  readonly published?: boolean;
  /** Absent: it is active. */
  readonly inTrash?: true;
}

/** A draft. Its revision is another after each change. */
export interface BotDraft {
  /** As stored. */
  readonly diagram: Diagram;
  /** For the next write. */
  readonly revision: string;
}

/** A new bot. Its links have the numbers of the bots that are created with it. */
export interface NewBot {
  /** 1 to 50 Unicode code points. */
  readonly name: string;
  /** Channel family, such as `native`. */
  readonly family: string;
  /** Absent: no link names it. */
  readonly number?: number;
  /** May break rules. */
  readonly diagram: Diagram;
}

/** The revision at which a write takes place, and the program that writes. */
export interface DraftWrite {
  /** The revision that the change was made for. If the draft has another one, the write is refused. */
  readonly revision: string;
  /** Such as `mcp:claude`. */
  readonly by: string;
}

/** A file of scenarios. */
export interface StoredScenarios {
  /** YAML or JSON. */
  readonly text: string;
  /** Another one after each change. */
  readonly revision: string;
  /** Reads the files of shared steps that it names; absent: it may name none. */
  readonly readShared?: Parameters<typeof readScenarios>[2];
}

/**
 * The bots of an engine, of a server or in files, on which tools work. Each method throws an error of `safeErrors` for
 * a bot that is not there, and for a refusal.
 */
export interface McpBots {
  /** The kinds of block. */
  readonly catalog: Catalog;
  /** The behaviours of blocks that are not shipped. */
  readonly behaviours: readonly BlockBehaviour[];
  /** Counts one write. @returns Milliseconds until the write may take place; 0: now. */
  admitWrite(): Promise<number>;
  /** One page, which counts from 1, of 50 bots. */
  list(request: { readonly search?: string; readonly state?: 'active' | 'trashed'; readonly page: number }): Promise<{
    readonly bots: readonly BotHead[];
    readonly total: number;
  }>;
  /** Finds a bot by its number, its UUID or the name of its file. */
  find(bot: number | string): Promise<BotHead>;
  /** Reads the draft as it is now. */
  draft(bot: BotHead): Promise<BotDraft>;
  /** Checks a diagram by the rules and the lints. */
  inspect(bot: BotHead, diagram: Diagram): Promise<readonly Violation[]>;
  /** Applies a change set. A dry run does the same, and stores nothing. */
  edit(bot: BotHead, changeSet: ChangeSet, write: DraftWrite & { readonly dryRun: boolean }): Promise<BotDraft>;
  /** Stores a whole diagram, also one that breaks rules. */
  replace(bot: BotHead, diagram: Diagram, write: DraftWrite): Promise<BotDraft>;
  /** The diagram of a version, or of the live one; `undefined`: none is live. */
  version(bot: BotHead, version: string | 'live'): Promise<Diagram | undefined>;
  /** The file of scenarios of the bot; `''`: none. */
  scenarios(bot: BotHead): Promise<StoredScenarios>;
  /** Finds a bot by its path from the file of scenarios. Absent: bots of this source have numbers. */
  readonly findByPath?: (bot: BotHead, path: string) => Promise<BotHead | undefined>;
  /** Replaces the file of scenarios at a revision. @returns The new one. */
  saveScenarios(bot: BotHead, text: string, revision: string): Promise<string>;
  /** Creates the bots in their order, and stores their diagrams with the links between them. */
  create(bots: readonly NewBot[], by: string): Promise<readonly BotHead[]>;
  /** @returns A text that names the version. Absent: bots of this source are published elsewhere. */
  readonly publish?: (bot: BotHead, revision: string) => Promise<string>;
}

/** Bots in a page of a list. */
export const botsPerPage = 50;
