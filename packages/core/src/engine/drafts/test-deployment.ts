import type { Draft } from '../../domain/draft.ts';
import type { ChannelDeployer } from '../../ports/channel-deployer.ts';
import type { BotRecord } from '../../records/bots.ts';
import type { DraftRecord } from '../../records/drafts.ts';
import { assertAllowed, effectsOf, hasEffect } from '../bots/bot-decisions.ts';
import { loadWithDraft, loadWithHead, type WithDraft } from '../bots/bot-records.ts';
import type { Caller } from '../caller.ts';
import { callDependency } from '../engine-error.ts';
import { load, step, type UseCase } from '../use-case/use-case.ts';
import type { CheckFacts } from './check-facts.ts';
import type { DraftWriteParts } from './draft-write.ts';
import { toDraft } from './draft-writer.ts';

/**
 * Deploys a draft to the test channel, in three steps: a use-case checks the draft, the host prepares the channel, a
 * second use-case stores the deployment.
 *
 * Race rule: of several concurrent deployments, the one with the greatest revision wins.
 *
 * @spec DR12, DR28, DR29, DR30, DR31, DR32, DR39
 */
export async function deployTest(
  parts: DraftWriteParts,
  botId: string,
  ifRevision: readonly number[] | undefined,
): Promise<Draft> {
  const { clock, ids, deployer, channelFamilies, sizes, caller, checker, perform, execute } = parts;
  const { brand, person } = caller.principal;

  function* checkDraft(facts: CheckFacts): UseCase<WithDraft<DraftRecord>> {
    const { bot, draft } = yield* loadWithDraft(caller, botId);
    sizes.note(brand, bot.id, draft);
    const command = { kind: 'deploy_test', ifRevision } as const;
    assertAllowed({ bot, draft }, command, { context: { channelFamilies } });
    const checked = yield* checker.check(bot, draft, facts);
    if (checked.kind === 'needs') return checked;

    const { check } = checked;
    assertAllowed({ bot, draft }, { ...command, check }, { context: { channelFamilies }, check });
    return step({}, () => ({ bot, draft }));
  }
  const isLarge = sizes.isLarge(brand, botId);
  const { bot, draft } = await checker.withFacts('refuse', (facts) => perform(() => checkDraft(facts)), isLarge);

  const id = ids.uuid();
  await prepareTestChannel(deployer, caller, bot, { id, diagramJson: draft.diagramJson });
  return execute(function* ({ operations, events }) {
    const present = yield* loadWithHead(caller, bot.id);
    const [test] = yield* load({ kind: 'testDeployment', botId: bot.id });
    const { botId, revision, diagramJson } = draft;
    const effects = effectsOf(
      { ...present, ...(test && { test }) },
      { kind: 'finish_test_deployment', revision, ...(ifRevision && { ifRevision: revision }) },
    );
    if (hasEffect(effects, 'put_test_deployment')) {
      const deployment = { id, botId, revision, diagramJson, deployedAt: clock.now(), deployedBy: person };
      operations.push({ kind: 'putTestDeployment', deployment });
      events.push({ type: 'draft.deployed', botId, workspace: bot.workspace, revision });
    }
    return toDraft(draft);
  });
}

/**
 * Lets the host prepare the test channel of a bot for a diagram.
 *
 * @throws {EngineError} `dependency_failed`
 */
export async function prepareTestChannel(
  deployer: ChannelDeployer,
  { principal }: Caller,
  bot: Pick<BotRecord, 'id' | 'channelFamily' | 'testChannel'>,
  { id, diagramJson }: { readonly id: string; readonly diagramJson: string },
): Promise<void> {
  await callDependency(() =>
    deployer.prepareTest({
      id,
      brand: principal.brand,
      botId: bot.id,
      channelFamily: bot.channelFamily,
      channels: [bot.testChannel],
      diagramJson,
    }),
  );
}
