import { startDiagram } from '../../domain/diagram/diagram.ts';
import { withDiagram } from '../../domain/draft.ts';
import { foldText } from '../../domain/fold-text.ts';
import { botListSchema } from '../../domain/inputs/bots.ts';
import { faultMessages } from '../../domain/inputs/fault-messages.ts';
import { firstRevision, isServing } from '../../domain/lifecycle/bot-state.ts';
import type { Version } from '../../domain/version.ts';
import type { BotListQuery, BotRecord } from '../../records/bots.ts';
import type { TestDeploymentRecord } from '../../records/drafts.ts';
import type { Caller } from '../caller.ts';
import { isLargeDiagram } from '../drafts/known-sizes.ts';
import type { EngineParts } from '../engine-parts.ts';
import { invalidParameters, readInput } from '../read-input.ts';
import { toVersion } from '../versions/version-records.ts';
import { assertAllowed } from './bot-decisions.ts';
import type { Bots } from './bot-handle.ts';
import { findBot, toBot } from './bot-records.ts';

const storedOrders = { '-created_at': 'created', name: 'name' } as const;

/** The use-cases that only read bots. */
export function botReads(
  { storage, channelFamilies, viewBot, sizes }: EngineParts,
  caller: Caller,
): Pick<Bots, 'list' | 'get' | 'live' | 'testDeployment' | 'scenarios'> {
  const { brand, workspaces } = caller.principal;
  const { load, run } = storage.reads(brand);

  return {
    /** @spec BO15, BO16, BO17, BO18, BO19, BO21, PA5 */
    async list(request = {}) {
      const wanted = readInput(botListSchema, request);
      const { channelFamily, search, workspace } = wanted;
      if (channelFamily !== undefined && !channelFamilies.has(channelFamily)) {
        throw invalidParameters('channelFamily', faultMessages.oneOf(channelFamilies));
      }

      const query: BotListQuery = {
        page: wanted.page,
        pageSize: wanted.pageSize,
        state: wanted.state ?? 'active',
        workspaces: workspaces.filter((own) => workspace === undefined || own === workspace),
        order: wanted.order === undefined ? 'published' : storedOrders[wanted.order],
        ...(channelFamily !== undefined && { channelFamily }),
        ...(search !== undefined && search !== '' && { search: foldText(search) }),
      };
      const page = await load({ kind: 'bots', query });
      return { ...page, items: page.items.map(toBot) };
    },

    /** @spec BO20, BO21, BO30 */
    async get(botId) {
      const bot = await run(findBot(caller, botId));
      assertAllowed({ bot }, { kind: 'read_bot' }, { context: { workspaces, channelFamilies } });
      return viewBot(bot);
    },

    /**
     * Between the two reads another version may become live and the first one be deleted; then the bot is read again.
     *
     * @spec BO27, DR1
     */
    async live(botId) {
      for (let missed: string | undefined; ; ) {
        const bot = await run(findBot(caller, botId));
        const { id, liveVersion } = bot;
        if (!isServing(bot) || liveVersion === undefined) return undefined;
        if (liveVersion === missed)
          throw new Error(`The live version ${liveVersion} of bot ${id} is not in the store.`);

        const read = async () => {
          const version = await load({ kind: 'version', botId: id, id: liveVersion });
          return version && toVersion(version);
        };
        const isLarge = (found: Version | undefined) => found !== undefined && isLargeDiagram(found);
        const version = await sizes.read(brand, `${id} ${liveVersion}`, read, isLarge);
        if (version !== undefined) return version;
        missed = liveVersion;
      }
    },

    /**
     * Returns the test deployment. Every bot has one: until a draft is deployed, it has only the start point.
     *
     * @spec BO27, BO44
     */
    async testDeployment(botId) {
      const bot = await run(findBot(caller, botId));
      if (!isServing(bot)) return undefined;
      const read = async () => (await load({ kind: 'testDeployment', botId: bot.id })) ?? firstTestCopy(bot);
      const { id, revision, deployedAt, diagramJson } = await sizes.read(
        brand,
        `test of ${bot.id}`,
        read,
        isLargeDiagram,
      );
      return withDiagram({ id, revision, deployedAt }, diagramJson);
    },

    /** @spec MC3 */
    async scenarios(botId) {
      const bot = await run(findBot(caller, botId));
      const { text, revision } = (await load({ kind: 'scenarios', botId: bot.id })) ?? { text: '', revision: 0 };
      return { text, revision };
    },
  };
}

/** The test deployment of a bot without a stored one: only the start point. */
function firstTestCopy(bot: BotRecord): Omit<TestDeploymentRecord, 'botId' | 'deployedBy'> {
  const { testChannel: id, createdAt: deployedAt } = bot;
  return { id, revision: firstRevision, deployedAt, diagramJson: JSON.stringify(startDiagram()) };
}
