import { startDiagram } from '@botwright/core/diagram';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Command, command, onBot, replyTo } from './command.ts';
import { diagramOf } from './diagrams.ts';
import { defaultQuestion, type Model, refusalOfWrite } from './model.ts';
import type { Systems } from './systems.ts';

const name = fc.constantFrom('Sales', 'sales', 'Ärger', '%_', '\u{1f916}', '\uffee', 'Zoë');
const mark = fc.nat(99);

const firstTestCopy = JSON.stringify(startDiagram());

/** Few bots, so that much happens to each. */
const mostBots = 4;

/** The model of a bot that was just created. */
async function addBot(
  model: Model,
  systems: Systems,
  { id, name, diagram }: { readonly id: string; readonly name: string; readonly diagram: object | undefined },
): Promise<void> {
  const { diagramJson } = replyTo(await systems.ask((caller) => caller.drafts.get(id))).isDone();
  if (diagram !== undefined) expect(JSON.parse(diagramJson)).toEqual(diagram);
  model.bots.push({
    id,
    builder: 'current',
    name,
    state: 'active',
    draft: { diagramJson, revision: 1, quality: diagram === undefined ? 'broken' : 'clean' },
    hasViolations: false,
    versions: [],
    live: undefined,
    test: diagram === undefined ? firstTestCopy : diagramJson,
    question: defaultQuestion,
  });
}

/** The first commands of each run: one bot that is created with a diagram and one without. */
export async function addFirstBots(model: Model, systems: Systems): Promise<void> {
  for (const diagram of [diagramOf('clean', 0), undefined]) {
    const request = { name: 'First', channelFamily: 'native', ...(diagram && { diagram }) };
    const { id } = replyTo(await systems.ask((caller) => caller.bots.create(request))).isDone();
    await addBot(model, systems, { id, name: 'First', diagram });
  }
}

const create = fc
  .record({ name, mark, quality: fc.constantFrom('none', 'clean', 'clean', 'warned', 'broken'), isInVain: rarely() })
  .map(({ name, mark, quality, isInVain }) =>
    command(`create ${quality}${isInVain ? ' in vain' : ''}`, async (model, systems) => {
      if (model.bots.length >= mostBots) return;
      const diagram = quality === 'none' ? undefined : diagramOf(quality, mark);
      const request = { name, channelFamily: 'native', ...(diagram && { diagram }) };
      const created = await (isInVain ? systems.askWhileUnreachable : systems.ask)((caller) =>
        caller.bots.create(request),
      );

      if (quality === 'warned' || quality === 'broken') return replyTo(created).is('diagram_has_violations');
      if (isInVain && quality === 'clean') return replyTo(created).is('dependency_failed');
      const { id } = replyTo(created).isDone();
      await addBot(model, systems, { id, name, diagram });
    }),
  );

const importOlder = fc.record({ name, mark }).map(({ name, mark }) =>
  command('import an older bot', async (model, systems) => {
    if (model.bots.length >= mostBots || model.bots.some((bot) => bot.builder === 'older')) return;
    const diagram = diagramOf('clean', mark);
    const request = { name, channelFamily: 'native', createdAt: 1_000, diagram };
    const { id } = replyTo(await systems.ask((caller) => caller.bots.importOlder(request))).isDone();
    const draft = replyTo(await systems.ask((caller) => caller.drafts.get(id))).isDone();
    model.bots.push({
      id,
      builder: 'older',
      name,
      state: 'active',
      draft: { diagramJson: draft.diagramJson, revision: 1, quality: 'clean' },
      hasViolations: draft.violations.length > 0,
      versions: [],
      live: undefined,
      test: firstTestCopy,
      question: defaultQuestion,
    });
  }),
);

const rename = fc.record({ pick: fc.nat(), name }).map(({ pick, name }) =>
  onBot('rename', pick, async (bot, systems) => {
    const answer = replyTo(await systems.ask((caller) => caller.bots.update(bot.id, { name })));
    const refusal = refusalOfWrite(bot);
    if (refusal !== undefined) return answer.is(refusal);
    answer.isDone();
    bot.name = name;
  }),
);

const trash = fc.nat().map((pick) =>
  onBot('trash', pick, async (bot, systems) => {
    const answer = replyTo(await systems.ask((caller) => caller.bots.trash(bot.id)));
    if (bot.state !== 'active') return answer.is('bot_not_found');
    answer.isDone();
    bot.state = 'trashed';
  }),
);

const restore = fc.record({ pick: fc.nat(), name: fc.option(name, { nil: undefined }) }).map(({ pick, name }) =>
  onBot(`restore from the trash${name === undefined ? '' : ' renamed'}`, pick, async (bot, systems) => {
    const change = { state: 'active', ...(name !== undefined && { name }) } as const;
    const answer = replyTo(await systems.ask((caller) => caller.bots.update(bot.id, change)));
    if (bot.state === 'destroyed') return answer.is('bot_not_found');
    if (name !== undefined && bot.builder === 'older') return answer.is('unsupported_builder');
    answer.isDone();
    bot.state = 'active';
    bot.name = name ?? bot.name;
  }),
);

const destroy = fc.nat().map((pick) =>
  onBot('destroy', pick, async (bot, systems) => {
    const answer = replyTo(await systems.ask((caller) => caller.bots.destroy(bot.id)));
    if (bot.state === 'destroyed') return answer.is('bot_not_found');
    if (bot.builder === 'older') return answer.is('unsupported_builder');
    if (bot.state === 'active') return answer.is('bot_is_not_in_the_trash');
    answer.isDone();
    bot.state = 'destroyed';
  }),
);

const duplicate = fc.nat().map((pick) =>
  onBot('duplicate', pick, async (bot, systems, model) => {
    if (model.bots.length >= mostBots) return;
    const answer = replyTo(await systems.ask((caller) => caller.bots.duplicate({ botId: bot.id })));
    const refusal = refusalOfWrite(bot);
    if (refusal !== undefined) return answer.is(refusal);
    const copy = answer.isDone();
    model.bots.push({
      ...bot,
      id: copy.id,
      name: copy.name,
      draft: { ...bot.draft, revision: 1 },
      hasViolations: bot.draft.quality !== 'clean',
      versions: [],
      live: undefined,
      test: firstTestCopy,
    });
  }),
);

const configureFeedback = fc
  .record({ pick: fc.nat(), question: fc.constantFrom('A?', 'B?') })
  .map(({ pick, question }) =>
    onBot('configure feedback', pick, async (bot, systems) => {
      const answer = replyTo(await systems.ask((caller) => caller.feedback.put(bot.id, { enabled: true, question })));
      const refusal = refusalOfWrite(bot);
      if (refusal !== undefined) return answer.is(refusal);
      answer.isDone();
      bot.question = question;
    }),
  );

const sweep = fc.constant(
  command('sweep', async (_model, systems) => {
    replyTo(await systems.ask((_caller, engine) => engine.sweep())).isDone();
  }),
);

export const botCommands: readonly fc.Arbitrary<Command>[] = [
  create,
  importOlder,
  rename,
  trash,
  restore,
  restore,
  restore,
  destroy,
  duplicate,
  configureFeedback,
  sweep,
];

function rarely(): fc.Arbitrary<boolean> {
  return fc.nat(4).map((number) => number === 4);
}
