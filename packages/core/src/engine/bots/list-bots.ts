import * as v from 'valibot';
import type { Bot } from '../../domain/bot/bot.ts';
import { foldName } from '../../domain/bot/bot-name.ts';
import type { Page } from '../../domain/paging/page.ts';
import type { BotListQuery } from '../../ports/bot-store.ts';
import type { BotListRequest } from '../engine.ts';
import { invalidParameters, plainText, readInput, shape } from '../input/read-input.ts';
import { pageEntries, readPage } from '../input/read-page.ts';
import { readerOf, requirePermission, type Scope } from '../scope.ts';
import { toBot } from './find-bot.ts';

const requestShape = shape({
  ...pageEntries,
  state: v.optional(v.picklist(['active', 'trashed'])),
  workspace: v.optional(v.pipe(v.number(), v.safeInteger())),
  channelFamily: v.optional(v.string()),
  search: v.optional(plainText),
  order: v.optional(v.picklist(['-created_at', 'name'])),
});

const storedOrders = { '-created_at': 'created', name: 'name' } as const;

/** @spec BO15, BO16, BO17, BO18, BO19, BO21, PA5 */
export async function listBots(scope: Scope, request: BotListRequest = {}): Promise<Page<Bot>> {
  const { principal } = scope;
  requirePermission(principal, 'view_bots');
  const wanted = readInput(requestShape, request);
  const { channelFamily, search, workspace } = wanted;
  if (channelFamily !== undefined && !scope.channelFamilies.has(channelFamily)) {
    throw invalidParameters('channelFamily', 'Expected a channel family that is known here.');
  }

  const query: BotListQuery = {
    ...readPage(wanted),
    state: wanted.state ?? 'active',
    workspaces: principal.workspaces.filter((own) => workspace === undefined || own === workspace),
    order: wanted.order === undefined ? 'published' : storedOrders[wanted.order],
    ...(channelFamily !== undefined && { channelFamily }),
    ...(search !== undefined && search !== '' && { search: foldName(search) }),
  };
  const page = await readerOf(scope).bots.list(query);
  return { ...page, items: page.items.map(toBot) };
}
