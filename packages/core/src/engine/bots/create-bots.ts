import type { Bot } from '../../domain/bot.ts';
import { startDiagram } from '../../domain/diagram/diagram.ts';
import { relinkBots } from '../../domain/diagram/relink-bots.ts';
import { botCreationSchema, botDuplicationSchema } from '../../domain/inputs/bots.ts';
import type { BotCommandOf } from '../../domain/lifecycle/bot-command.ts';
import { brandStorage } from '../brand-storage.ts';
import type { Caller } from '../caller.ts';
import type { CheckFacts } from '../drafts/check-facts.ts';
import { completeAndCheck, diagramChecker, storedDiagram } from '../drafts/diagram-checker.ts';
import { type DiagramText, readOwnedDiagram } from '../drafts/diagram-input.ts';
import { prepareTestChannel } from '../drafts/test-deployment.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import { readInput } from '../read-input.ts';
import { decided, load, noChanges, type UseCase } from '../use-case/use-case.ts';
import { effectOf, effectsOf } from './bot-decisions.ts';
import type { Bots } from './bot-handle.ts';
import { loadWithDraft, toBot } from './bot-records.ts';
import { cleanDraft, identifyBot, insertBot, type NewBot } from './new-bot.ts';

/** The use-cases that make bots. */
export function botCreations(parts: EngineParts, caller: Caller): Pick<Bots, 'create' | 'duplicate'> {
  const { storage, clock, ids, catalog, deployer, channelFamilies, sizes } = parts;
  const { brand, person, workspaces } = caller.principal;
  const context = { workspaces, channelFamilies };
  const { perform, execute } = brandStorage(storage, caller);
  const checker = diagramChecker(parts, caller);

  /** Checks the diagram that a bot is created with, warnings included, and prepares its test channel for it. */
  async function deployFirst(newBot: NewBot, command: BotCommandOf<'create'>, given: DiagramText) {
    const { check, diagram } = await completeAndCheck({ ...parts, caller, checker }, newBot, async () => given);
    const effects = effectsOf({}, { ...command, diagram: { check } }, { context, check });
    const { revision } = effectOf(effects, 'put_test_deployment');
    const draft = cleanDraft(diagram);
    const deployment = { id: ids.uuid(), botId: newBot.id, revision, diagramJson: draft.diagramJson };
    await prepareTestChannel(deployer, caller, newBot, deployment);
    return { draft, deployment };
  }

  return {
    /** @spec BO3, BO4, BO5, BO6, BO7, BO8, BO9, BO11, BO12, DR9, DR12 */
    async create(creation, options) {
      const { source, diagram, ...wanted } = readInput(botCreationSchema, creation);
      if (source !== undefined) {
        throw new EngineError(diagram === undefined ? 'source_not_implemented' : 'diagram_with_source');
      }
      const given = diagram === undefined ? undefined : await readOwnedDiagram(parts, caller, diagram, options);
      const command = { kind: 'create', ...wanted } as const;
      const newBot = identifyBot(ids, effectOf(effectsOf({}, command, { context }), 'insert_bot'));
      const deployed = given && (await deployFirst(newBot, command, given));
      const draft = deployed?.draft ?? cleanDraft(startDiagram());

      return execute(function* (changes) {
        const now = clock.now();
        const bot = yield* insertBot(changes, { now, person }, newBot, () => draft);
        if (deployed !== undefined) {
          const deployment = { ...deployed.deployment, deployedAt: now, deployedBy: person };
          changes.operations.push({ kind: 'putTestDeployment', deployment });
        }
        return toBot(bot);
      });
    },

    /** @spec BO36, BO37, BO46, DR9, DR41 */
    async duplicate(duplication) {
      const { botId, ...wanted } = readInput(botDuplicationSchema, duplication);

      function* copy(facts: CheckFacts): UseCase<Bot> {
        const { bot: source, draft } = yield* loadWithDraft(caller, botId);
        const effects = effectsOf({ bot: source }, { kind: 'duplicate', ...wanted }, { context });
        const newBot = identifyBot(ids, effectOf(effects, 'insert_bot'));
        sizes.note(brand, source.id, draft);
        if (facts.lacksTurn(draft.diagramJson)) return facts.needsTurn();
        const diagram = yield* checker.completeForWrite(storedDiagram(draft));
        const diagramJson = JSON.stringify(diagram);
        // The copy has no number yet. With the number of the source, its links to itself break the same rules.
        const twin = { ...newBot, number: source.number };
        const checked = yield* checker.check(twin, { diagram, diagramJson }, facts);
        if (checked.kind === 'needs') return checked;
        const [configuration] = yield* load({ kind: 'feedback', botId: source.id });

        const { violations, total: violationsTotal } = checked.check;
        const changes = noChanges();
        const bot = yield* insertBot(changes, { now: clock.now(), person }, newBot, (made) => {
          const relinked = relinkBots(diagram, catalog, ({ bot: number }) =>
            number === source.number ? made : undefined,
          );
          const text = relinked === diagram ? diagramJson : JSON.stringify(relinked);
          return { diagramJson: text, violations, violationsTotal };
        });
        if (configuration !== undefined) changes.operations.push({ kind: 'putFeedback', botId: bot.id, configuration });
        return decided(changes, () => toBot(bot));
      }
      const isLarge = typeof botId === 'string' && sizes.isLarge(brand, botId);
      return checker.withFacts('skip', (facts) => perform(() => copy(facts)), isLarge);
    },
  };
}
