import { changesBetween, linesOf, plainWords } from '../changes.ts';
import { Refusal } from '../refusal.ts';
import { admitWrite, args, defineTool, factsOf } from '../tool.ts';
import { runAll, testedBot } from './test-tools.ts';

/** @spec MC9, MC10, MC22 */
export const publish = defineTool<{
  readonly bot: number | string;
  readonly revision: string | number;
  readonly summary: string;
}>({
  name: 'publish',
  title: 'Publish a draft',
  description:
    'Publishes the draft: visitors then talk to it. The person is asked first. Needs the revision, the summary of ' +
    'compare, and tests that pass.',
  hints: { destructiveHint: true, openWorldHint: true },
  input: {
    bot: args.bot,
    revision: args.revision,
    summary: { type: 'string', maxLength: 500, description: 'The member "summary" of compare, word for word.' },
  },
  required: ['bot', 'revision', 'summary'],
  async run(context, { bot: name, revision, summary }) {
    const { bots, publishing, confirm } = context;
    if (publishing.allowPublish !== true) {
      throw new Refusal('publish_not_allowed', 'The host does not let assistants publish.');
    }
    if (bots.publish === undefined) {
      throw new Refusal('publish_not_allowed', 'Bots in files are published with "botwright publish".');
    }
    const tested = await testedBot(bots, name);
    const { head, bot } = tested;
    if (tested.revision !== String(revision)) {
      throw new Refusal('draft_changed', 'The draft has another revision.', { revision: tested.revision });
    }
    const live = await bots.version(head, 'live');
    const changes = changesBetween(live ?? { nodes: {}, connections: {} }, bot.diagram, bots.catalog);
    const { summary: actual } = changes;
    if (actual !== summary) {
      throw new Refusal('summary_differs', 'The changes are not what the summary says: compare again.', {
        summary: actual,
      });
    }
    if (publishing.publishUntested !== true) {
      const results = runAll(tested, bots, await bots.scenarios(head));
      const failures = results.filter(({ ok }) => !ok).length;
      if (results.length === 0) throw new Refusal('not_tested', 'The bot has no tests: write some with write_test.');
      if (failures > 0) throw new Refusal('tests_fail', 'Tests fail: see run_tests.', { failed: failures });
    }
    const question = [
      `Publish revision ${revision} of the bot "${plainWords(head.name)}"? Changes: ${actual}.`,
      ...(changes.items.length === 0
        ? []
        : ['The names and texts below are words of the bot:', ...linesOf(changes, bot.diagram)]),
    ].join('\n');
    const answer = await confirm(question, JSON.stringify([head.bot, question]));
    if (answer === 'declined') throw new Refusal('not_confirmed', 'The person did not confirm the publication.');
    if (answer !== 'accepted') return answer;
    await admitWrite(context);
    return { facts: { ...factsOf(head), published: true, version: await bots.publish(head, String(revision)) } };
  },
});
