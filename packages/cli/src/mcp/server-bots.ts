import { isApiError } from '@botwright/client';
import { createCatalog, lintDiagram, relinkBots, type Violation } from '@botwright/core/diagram';
import type { serveMcp } from '@botwright/mcp';
import type { BotsServer, ServerDraft } from '../bots/bots-server.ts';
import { type BotRecord, UnusableRecord } from '../bots/server-records.ts';
import type { ProjectPlugins } from '../project/load-project-plugins.ts';
import { refusal } from './refusal.ts';

type McpBots = Parameters<typeof serveMcp>[0];
type BotHead = Awaited<ReturnType<McpBots['find']>>;
type BotDraft = Awaited<ReturnType<McpBots['draft']>>;

interface ServerHead extends BotHead {
  readonly id: string;
}

const botsPerPage = 50;

/** Bots of a server, through its Bots API. @spec MC26 */
export function serverBots(
  server: BotsServer,
  { catalog = createCatalog(), behaviours = [] }: Partial<ProjectPlugins>,
): McpBots {
  const heads = async (state?: 'active' | 'trashed'): Promise<readonly ServerHead[]> =>
    (await server.listBots(state)).flatMap((bot) => (bot instanceof UnusableRecord ? [] : [headOf(bot)]));

  /** The refusal of another revision says the present one. */
  const atRevision = async <T>(
    head: BotHead,
    revision: string,
    write: (revision: number) => Promise<T>,
  ): Promise<T> => {
    try {
      return await write(/^\d{1,15}$/.test(revision) ? Number(revision) : 0);
    } catch (error) {
      if (!isApiError(error, 'draft_changed')) throw error;
      const present = (await server.getDraft(idOf(head))).revision;
      const facts = { revision: String(present) };
      throw refusal('draft_changed', 'The draft has another revision: read it again.', { facts });
    }
  };

  /** A server of an earlier release ignores the query, and would write. */
  let newServer: Promise<unknown> | undefined;
  const requireDryRuns = async (head: BotHead): Promise<void> => {
    newServer ??= server.getScenarios(idOf(head));
    try {
      await newServer;
    } catch (error) {
      newServer = undefined;
      if (!isApiError(error, 'path_not_found')) throw error;
      throw refusal('dry_run_not_served', 'The server is of an earlier release, which has no dry runs.');
    }
  };

  return {
    catalog,
    behaviours,
    async list({ search = '', state, page }) {
      const wanted = (await heads(state)).filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
      return { bots: wanted.slice((page - 1) * botsPerPage, page * botsPerPage), total: wanted.length };
    },
    async find(bot) {
      if (typeof bot === 'string' && !/^\d{1,15}$/.test(bot)) return headOf(await server.getBot(bot));
      const found = (await heads()).find(({ number }) => number === Number(bot));
      if (found === undefined) throw refusal('bot_not_found', 'No bot with this number is visible to the token.');
      return found;
    },
    draft: async (head) => draftOf(await server.getDraft(idOf(head))),
    async inspect(head, diagram) {
      const { family, number } = head;
      const violations = 'id' in head ? await server.validateDraft(idOf(head), diagram) : [];
      const own = number === undefined ? {} : { bot: { number } };
      const { findings } = lintDiagram(diagram, { catalog, channelFamily: family, ...own });
      return [...(violations as readonly Violation[]), ...findings];
    },
    async edit(head, changes, { revision, by, dryRun }) {
      if (dryRun) await requireDryRuns(head);
      return atRevision(head, revision, async (at) =>
        draftOf(await server.editDraft(idOf(head), changes, { revision: at, by, dryRun })),
      );
    },
    replace: (head, diagram, { revision, by }) =>
      atRevision(head, revision, async (at) => draftOf(await server.putDraft(idOf(head), diagram, at, by))),
    async version(head, version) {
      if (version !== 'live') return server.getVersion(idOf(head), version);
      return server.getLatestVersion(idOf(head)).catch((error: unknown) => {
        if (isApiError(error, 'version_not_found')) return undefined;
        throw error;
      });
    },
    async scenarios(head) {
      const { text, revision } = await server.getScenarios(idOf(head));
      return { text, revision: String(revision) };
    },
    saveScenarios: async (head, text, revision) =>
      String((await server.putScenarios(idOf(head), { text, revision: Number(revision) })).revision),
    async create(wanted, by) {
      const made: ServerHead[] = [];
      for (const { name, family } of wanted) {
        made.push(headOf(await server.createBot({ name, channel_family: family })));
      }
      for (const [at, { diagram }] of wanted.entries()) {
        const linked = relinkBots(diagram, catalog, ({ bot: number }) => {
          const head = made[wanted.findIndex((each) => each.number === number)];
          return head && { id: head.id, number: head.number as number, name: head.name, channelFamily: head.family };
        });
        await server.putDraft((made[at] as ServerHead).id, linked, undefined, by);
      }
      return made;
    },
    publish: (head, revision) =>
      atRevision(head, revision, async (at) => (await server.publish(idOf(head), at, {})).published_at),
  };
}

function headOf({ id, number, name, channelFamily, published_at: at, state }: BotRecord): ServerHead {
  const trashed = state === 'trashed' && ({ inTrash: true } as const);
  return { id, bot: number, number, name, family: channelFamily, published: at !== undefined, ...trashed };
}

const idOf = (head: BotHead): string => (head as ServerHead).id;

function draftOf({ diagram, revision }: ServerDraft): BotDraft {
  return { diagram, revision: String(revision) };
}
