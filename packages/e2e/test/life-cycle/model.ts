import type { ErrorCode } from '@botwright/core';

/** The rules that a draft's diagram breaks: none, rules that only warn, or rules that stop a publication. */
export type Quality = 'clean' | 'warned' | 'broken';

export interface ModelVersion {
  readonly id: string;
  readonly diagramJson: string;
  readonly quality: Quality;
  name: string | undefined;
}

/** The state of a bot in the simplest form. */
export interface ModelBot {
  readonly id: string;
  readonly builder: 'current' | 'older';
  name: string;
  state: 'active' | 'trashed' | 'destroyed';
  draft: { readonly diagramJson: string; readonly revision: number; readonly quality: Quality };
  /** The report of the last write. */
  hasViolations: boolean;
  /** Oldest first. */
  versions: ModelVersion[];
  /** The live version while the bot is active. */
  live: string | undefined;
  test: string | undefined;
  question: string;
}

export interface Model {
  readonly bots: ModelBot[];
}

export const defaultQuestion = 'Default';

/** The refusals that every write checks before its own. */
export function refusalOfWrite(bot: ModelBot): ErrorCode | undefined {
  if (bot.state !== 'active') return 'bot_not_found';
  return bot.builder === 'older' ? 'unsupported_builder' : undefined;
}
