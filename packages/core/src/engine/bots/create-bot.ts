import * as v from 'valibot';
import type { Bot } from '../../domain/bot/bot.ts';
import { acceptBotName, foldName } from '../../domain/bot/bot-name.ts';
import { decideWorkspace } from '../../domain/bot/decide-workspace.ts';
import type { BotCreation } from '../engine.ts';
import { EngineError } from '../engine-error.ts';
import { readInput, shape } from '../input/read-input.ts';
import { commit, requirePermission, type Scope } from '../scope.ts';
import { toBot } from './find-bot.ts';
import { insertBot } from './insert-bot.ts';

const creationShape = shape({
  name: v.string(),
  channelFamily: v.string(),
  workspace: v.optional(v.pipe(v.number(), v.safeInteger())),
  diagram: v.optional(v.unknown()),
  source: v.optional(v.unknown()),
});

/** @spec BO3, BO4, BO5, BO6, BO7, BO8, BO9, BO10, BO11, BO12, BO13, BO14 */
export async function createBot(scope: Scope, creation: BotCreation): Promise<Bot> {
  const { principal, ids } = scope;
  requirePermission(principal, 'edit_bots');
  const wanted = readInput(creationShape, creation);
  if (wanted.source !== undefined) {
    throw new EngineError(wanted.diagram === undefined ? 'source_not_implemented' : 'diagram_with_source');
  }

  const name = acceptBotName(wanted.name);
  if (name === undefined) throw new EngineError('bot_name_not_accepted');
  if (!scope.channelFamilies.has(wanted.channelFamily)) throw new EngineError('channel_family_not_accepted');
  const place = decideWorkspace(wanted.workspace, principal.workspaces);
  if (place.kind === 'refused') throw new EngineError(place.code);

  const newBot = {
    id: ids.uuid(),
    name,
    foldedName: foldName(name),
    workspace: place.workspace,
    channelFamily: wanted.channelFamily,
    builder: 'current',
  } as const;
  const draft = { diagramJson: '{"nodes":{},"connections":{}}', violations: [], violationsTotal: 0 };

  return commit(scope, async (tx) => toBot(await insertBot(scope, tx, newBot, draft)));
}
