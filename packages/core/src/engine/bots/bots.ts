import { foldText } from '../../domain/fold-text.ts';
import { botUpdateSchema, scenariosSchema } from '../../domain/inputs/bots.ts';
import type { BotCommand } from '../../domain/lifecycle/bot-command.ts';
import type { BotEffect } from '../../domain/lifecycle/bot-decision.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import { asUuid } from '../../domain/uuid.ts';
import type { BotRecord } from '../../records/bots.ts';
import { brandStorage } from '../brand-storage.ts';
import { type Caller, permitted } from '../caller.ts';
import { eraseJournal } from '../conversations/journals.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import { readInput } from '../read-input.ts';
import { type Changes, load, type Part } from '../use-case/use-case.ts';
import { effectsOf } from './bot-decisions.ts';
import { type Bots, botPermissions } from './bot-handle.ts';
import { botReads } from './bot-reads.ts';
import { loadBot, toBot } from './bot-records.ts';
import { botCreations } from './create-bots.ts';
import { olderBots } from './older-bots.ts';

/** The use-cases of the bots that a caller can see. */
export function bots(parts: EngineParts, caller: Caller): Bots {
  const { storage, clock } = parts;
  const { execute } = brandStorage(storage, caller);

  /** Lets the life cycle decide on a command, and carries out its effects. */
  const change = <T>(botId: string, command: BotCommand, answer: (bot: BotRecord) => T): Promise<T> =>
    execute(function* (changes) {
      const bot = yield* loadBot(caller, botId);
      return answer(yield* carryOut(changes, bot, effectsOf({ bot }, command), clock.now()));
    });

  return permitted(caller, botPermissions, {
    ...botReads(parts, caller),
    ...botCreations(parts, caller),
    ...olderBots(parts, caller),

    /** @spec BO22, BO23, BO24, BO25, BO28, BO42 */
    async update(botId, wanted) {
      const { name, state } = readInput(botUpdateSchema, wanted);
      if (state !== undefined)
        return change(botId, { kind: 'restore_bot', ...(name !== undefined && { name }) }, toBot);
      if (name === undefined) throw new EngineError('empty_body');
      return change(botId, { kind: 'rename', name }, toBot);
    },

    /** @spec MC3, MC4 */
    async saveScenarios(botId, text, ifRevision) {
      const wanted = readInput(scenariosSchema, { text, ifRevision });
      return execute(function* ({ operations }) {
        const bot = yield* loadBot(caller, botId);
        const [present] = yield* load({ kind: 'scenarios', botId: bot.id });
        effectsOf({ bot }, { kind: 'write_scenarios' });
        if ((present?.revision ?? 0) !== wanted.ifRevision) {
          throw new EngineError('draft_changed', { message: 'The scenarios were changed since the named revision.' });
        }
        const revision = wanted.ifRevision + 1;
        operations.push({ kind: 'putScenarios', next: { botId: bot.id, text: wanted.text, revision } });
        return { revision };
      });
    },

    /** @spec BO26, BO27, BO29, BO42 */
    trash: async (botId) => change(botId, { kind: 'trash' }, () => {}),

    /** @spec BO31, BO32, BO43, JR10 */
    async destroy(botId) {
      await change(botId, { kind: 'destroy' }, () => {});
      await eraseJournal(storage, caller.principal.brand, asUuid(botId) ?? botId);
    },
  });
}

/** Carries out effects on a bot. @returns The bot afterwards. @spec BO42, BO43, EV6 */
function* carryOut(
  { operations, events }: Changes,
  bot: BotRecord,
  effects: readonly BotEffect[],
  at: EpochMs,
): Part<BotRecord> {
  const { id, workspace } = bot;
  const of = { botId: id, workspace };
  let next = bot;
  for (const effect of effects) {
    switch (effect.kind) {
      case 'update_bot': {
        const { name, state } = effect;
        const change = {
          ...(name !== undefined && { name, foldedName: foldText(name) }),
          ...(state !== undefined && { state, trashedAt: state === 'trashed' ? at : undefined }),
        };
        operations.push({ kind: 'updateBot', id, change });
        if (name !== undefined) events.push({ type: 'bot.renamed', ...of });
        if (state !== undefined) events.push({ type: state === 'trashed' ? 'bot.trashed' : 'bot.restored', ...of });
        const { trashedAt, ...members } = { ...next, ...change };
        next = trashedAt === undefined ? members : { ...members, trashedAt };
        break;
      }
      case 'switch_channels': {
        const { active } = effect;
        const [channels] = yield* load({ kind: 'channelsOfBot', botId: id });
        for (const { number, active: isActive } of channels)
          if (isActive !== active) operations.push({ kind: 'updateChannel', number, change: { active } });
        break;
      }
      case 'erase_deliveries':
        operations.push({ kind: 'eraseDeliveries', botId: id, at });
        break;
      case 'destroy_bot':
        operations.push({ kind: 'destroyBot', id });
        events.push({ type: 'bot.destroyed', ...of });
        break;
      default:
        throw new Error(`A bot alone does not ${effect.kind}.`);
    }
  }
  return next;
}
