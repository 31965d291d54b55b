import type { Bot, BrandEngine, Draft, Engine, Principal } from '@botwright/core';
import { type Catalog, createCatalog, lintDiagram, relinkBots, type Violation } from '@botwright/core/diagram';
import { sha256, systemClock } from '@botwright/core/node';
import type { Clock } from '@botwright/core/ports';
import type { DefinedBlock } from '@botwright/core/runner';
import { type BotDraft, type BotHead, botsPerPage, type McpBots } from './bots.ts';
import { Refusal } from './refusal.ts';
import { writeRate } from './write-window.ts';

/** The parts of an engine's bots that the host gives. */
export interface EngineBotsOptions {
  /** The host's own blocks, as the engine and its runner have them. */
  readonly blocks?: readonly DefinedBlock[];
  readonly clock?: Clock;
}

interface EngineHead extends BotHead {
  readonly id: string;
}

/** The bots of an engine that a principal can see. */
export function engineBots(engine: Engine, principal: Principal, options: EngineBotsOptions = {}): McpBots {
  const { blocks = [], clock = systemClock() } = options;
  const { bots, drafts, versions } = engine.as(principal);
  const catalog = createCatalog(blocks);
  // The rate counts for all processes, and its key has no name of a person.
  const key = `mcp:${sha256(JSON.stringify([principal.brand, principal.person]))}`;

  return {
    catalog,
    behaviours: blocks.map(({ behaviour }) => behaviour),

    async admitWrite() {
      const decision = await engine.rateLimiter.admit(key, { ...writeRate, now: clock.now() });
      return decision.kind === 'admitted' ? 0 : decision.retryAfterMs;
    },

    async list(request) {
      const { items, total } = await bots.list({ ...request, pageSize: botsPerPage });
      return { bots: items.map(headOf), total };
    },

    async find(bot) {
      return headOf(
        typeof bot === 'string' && !/^\d{1,15}$/.test(bot) ? await bots.get(bot) : await byNumber(bots, Number(bot)),
      );
    },

    draft: async (head) => draftOf(await drafts.get(idOf(head))),

    async inspect(head, diagram) {
      const { violations } =
        head.number === undefined ? { violations: [] } : await drafts.validate(idOf(head), diagram);
      return [...violations, ...lintsOf(catalog, head, diagram)];
    },

    async edit(head, changeSet, { revision, by, dryRun }) {
      return atRevision(head, revision, (ifRevision) =>
        drafts.applyChangeSet(idOf(head), changeSet, { ifRevision, by, dryRun }),
      );
    },

    replace: async (head, diagram, { revision, by }) =>
      atRevision(head, revision, (ifRevision) => drafts.replace(idOf(head), diagram, { ifRevision, by })),

    async version(head, version) {
      const found = version === 'live' ? await bots.live(idOf(head)) : await versions.get(idOf(head), version);
      return found?.diagram;
    },

    async scenarios(head) {
      const { text, revision } = await bots.scenarios(idOf(head));
      return { text, revision: String(revision) };
    },

    async saveScenarios(head, text, revision) {
      return String((await bots.saveScenarios(idOf(head), text, Number(revision))).revision);
    },

    async create(wanted, by) {
      const made: Bot[] = [];
      for (const { name, family } of wanted) made.push(await bots.create({ name, channelFamily: family }));
      for (const [at, { diagram }] of wanted.entries()) {
        const bot = made[at] as Bot;
        const linked = relinkBots(
          diagram,
          catalog,
          ({ bot: number }) => made[wanted.findIndex((each) => each.number === number)],
        );
        await drafts.replace(bot.id, linked, { by });
      }
      return made.map(headOf);
    },

    async publish(head, revision) {
      const { publishedAt } = await atRevision(
        head,
        revision,
        (ifRevision) => versions.publish(idOf(head), { ifRevision }),
        same,
      );
      return new Date(publishedAt).toISOString();
    },
  };

  /** Runs a write. The refusal of another revision says the present one. */
  async function atRevision<T, TShown = BotDraft>(
    head: BotHead,
    revision: string,
    write: (ifRevision: number) => Promise<T>,
    show: (written: T) => TShown = draftOf as never,
  ): Promise<TShown> {
    try {
      return show(await write(/^\d{1,15}$/.test(revision) ? Number(revision) : -1));
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== 'draft_changed') throw error;
      const present = (await drafts.get(idOf(head))).revision;
      throw new Refusal('draft_changed', 'The draft has another revision: read it again.', {
        revision: String(present),
      });
    }
  }
}

const same = <T>(value: T): T => value;

function headOf({ id, number, name, channelFamily, publishedAt, state }: Bot): EngineHead {
  const published = publishedAt !== undefined;
  return {
    id,
    bot: number,
    number,
    name,
    family: channelFamily,
    published,
    ...(state === 'trashed' && { inTrash: true }),
  };
}

function idOf(head: BotHead): string {
  return (head as EngineHead).id;
}

function draftOf({ diagram, revision }: Draft): BotDraft {
  return { diagram, revision: String(revision) };
}

const largestPage = 100;
const mostPages = 1_000;

/** The interface of bots finds them by id, and lists their numbers. */
async function byNumber(bots: BrandEngine['bots'], number: number): Promise<Bot> {
  for (let page = 1; page <= mostPages; page += 1) {
    const { items, total } = await bots.list({ page, pageSize: largestPage, order: '-created_at' });
    const found = items.find((bot) => bot.number === number);
    if (found !== undefined) return found;
    if (page * largestPage >= total) break;
  }
  throw new Refusal('bot_not_found', 'No bot with this number is visible to the caller.');
}

/** The findings of the lints. */
export function lintsOf(
  catalog: Catalog,
  { family, number }: Pick<BotHead, 'family' | 'number'>,
  diagram: Parameters<typeof lintDiagram>[0],
): readonly Violation[] {
  const bot = number === undefined ? {} : { bot: { number } };
  return lintDiagram(diagram, { catalog, channelFamily: family, ...bot }).findings;
}
