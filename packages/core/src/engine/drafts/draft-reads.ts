import { type Draft, type DraftRevision, withDiagram } from '../../domain/draft.ts';
import { pageSchema } from '../../domain/paging/page.ts';
import type { DraftRecord, RevisionRecord } from '../../records/drafts.ts';
import { assertAllowed } from '../bots/bot-decisions.ts';
import { findBot, requireDraft } from '../bots/bot-records.ts';
import { readInput } from '../read-input.ts';
import { completeAndCheck } from './diagram-checker.ts';
import { readOwnedDiagram } from './diagram-input.ts';
import { isSameState } from './draft-cache.ts';
import type { Drafts } from './draft-handle.ts';
import type { DraftWriteParts } from './draft-write.ts';
import { toDraft, toWrittenDraft } from './draft-writer.ts';
import { isLargeDiagram } from './known-sizes.ts';
import { isLargeText } from './large-diagram-queue.ts';

/** The use-cases that only read drafts. */
export function draftReads(parts: DraftWriteParts): Pick<Drafts, 'get' | 'revisions' | 'validate'> {
  const { storage, draftCache, channelFamilies, sizes, caller } = parts;
  const { brand } = caller.principal;
  const { load, run } = storage.reads(brand);
  const context = { channelFamilies };

  /** Finds the stored draft without reading its text, if it is cached. @spec DR47 */
  async function findRemembered(botId: string): Promise<Draft | undefined> {
    const known = draftCache.get(brand, botId);
    if (known === undefined) return undefined;
    const head = await load({ kind: 'draftHead', botId });
    if (head === undefined || !isSameState(known, head)) return undefined;
    const { check, text } = known;
    return toWrittenDraft({
      draft: { ...head, violations: check.violations },
      text: text.read,
      removedConnections: [],
    });
  }

  async function findDraft(botId: string): Promise<DraftRecord> {
    return requireDraft(botId, await load({ kind: 'draft', botId }));
  }

  return {
    /** @spec DR3, DR35, DR49 */
    async get(botId) {
      const bot = await run(findBot(caller, botId));
      assertAllowed({ bot }, { kind: 'read_draft' }, { context });
      return sizes.read(
        brand,
        bot.id,
        async () => (await findRemembered(bot.id)) ?? toDraft(await findDraft(bot.id)),
        isLargeDiagram,
      );
    },

    /** @spec DR33, DR49 */
    async revisions(botId, request) {
      const range = readInput(pageSchema, request ?? {});
      const bot = await run(findBot(caller, botId));
      const read = () => load({ kind: 'revisions', botId: bot.id, range });
      const page = await sizes.read(brand, `revisions of ${bot.id}`, read, ({ items }) =>
        isLargeText(...items.map(({ diagramJson }) => diagramJson)),
      );
      return { ...page, items: page.items.map(toRevision) };
    },

    /** @spec DR27, DR35, DR50 */
    async validate(botId, input, options) {
      const given = input === undefined ? undefined : await readOwnedDiagram(parts, caller, input, options);
      const bot = await run(findBot(caller, botId));
      assertAllowed({ bot }, { kind: 'read_draft' }, { context });

      const stored = async () => {
        const draft = await findDraft(bot.id);
        sizes.note(brand, bot.id, draft);
        return draft;
      };
      const [read, isLarge] = given === undefined ? [stored, sizes.isLarge(brand, bot.id)] : [async () => given, false];
      const { check } = await completeAndCheck(parts, bot, read, isLarge);
      return check;
    },
  };
}

/** @spec DR33 */
function toRevision({ revision, editedAt, editedBy, by, diagramJson }: RevisionRecord): DraftRevision {
  return withDiagram({ revision, editedAt, editedBy, ...(by !== undefined && { by }) }, diagramJson);
}
