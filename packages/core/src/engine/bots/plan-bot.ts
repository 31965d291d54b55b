import type { Builder } from '../../domain/bot/bot.ts';
import { acceptBotName, foldName } from '../../domain/bot/bot-name.ts';
import { decideWorkspace } from '../../domain/bot/decide-workspace.ts';
import { type PlannedChannels, planChannels } from '../../domain/bot/plan-channels.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import { EngineError } from '../engine-error.ts';
import type { Scope } from '../scope.ts';

export interface BotWish {
  readonly name: string;
  readonly channelFamily: string;
  readonly workspace?: number;
}

/** A bot that nobody has written yet, with the ids that it will have. */
export interface NewBot
  extends Pick<
    BotRecord,
    'id' | 'name' | 'foldedName' | 'workspace' | 'channelFamily' | 'builder' | 'channels' | 'testChannel'
  > {
  readonly planned: PlannedChannels;
}

/**
 * @throws {EngineError} `bot_name_not_accepted`, `workspace_required`, `workspace_not_accepted`
 * @spec BO3, BO10, BO13, BO14
 */
export function planBot(scope: Scope, wish: BotWish, builder: Builder = 'current'): NewBot {
  const name = acceptBotName(wish.name);
  if (name === undefined) throw new EngineError('bot_name_not_accepted');
  const place = decideWorkspace(wish.workspace, scope.principal.workspaces);
  if (place.kind === 'refused') throw new EngineError(place.code);

  const { channelFamily } = wish;
  const planned = planChannels({ name, channelFamily }, () => scope.ids.uuid());
  return {
    id: scope.ids.uuid(),
    name,
    foldedName: foldName(name),
    workspace: place.workspace,
    channelFamily,
    builder,
    channels: planned.live.map(({ id }) => id),
    testChannel: planned.test.id,
    planned,
  };
}
