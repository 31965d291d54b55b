import {
  addBlocks,
  type Catalog,
  type ChangeSet,
  channelFamilies,
  type Diagram,
  isNode,
  startDiagram,
} from '@botwright/core/diagram';
import { detect, importBots } from '@botwright/import';
import { lintFiles, readBotFile } from '@botwright/testing/files';
import type { Answer } from '../answer.ts';
import type { BotDraft, BotHead, NewBot } from '../bots.ts';
import { changesBetween } from '../changes.ts';
import { fileOf, findingsIn, idOf } from '../findings.ts';
import { Refusal } from '../refusal.ts';
import { admitWrite, args, defineTool, factsOf, type ToolContext, writes } from '../tool.ts';

interface Write {
  readonly bot: number | string;
  readonly revision: string | number;
}

const position = { type: 'number', description: 'On the canvas. Default: a free place.' };
const params = {
  type: 'object',
  description: 'All params: one that is left out falls to its default. See list_block_kinds.',
};
const listOf = (items: object) => ({ type: 'array', maxItems: 500, items });
const objectOf = (properties: object, required: readonly string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});

const changeSet = objectOf(
  {
    blocks: objectOf(
      {
        add: listOf(
          objectOf(
            {
              id: { ...args.block, description: 'The greeting has the id welcome, or bot_start off native.' },
              type: { type: 'string', maxLength: 100, description: 'The kind, such as ask_question.' },
              name: { type: 'string', maxLength: 500 },
              params,
              top: position,
              left: position,
            },
            ['type'],
          ),
        ),
        update: listOf(
          objectOf(
            { id: args.block, params, name: { type: 'string', maxLength: 500 }, top: position, left: position },
            ['id'],
          ),
        ),
        delete: listOf(args.block),
      },
      [],
    ),
    connections: objectOf(
      {
        add: listOf(
          objectOf(
            {
              sourcePath: { ...args.block, description: 'The block that the connection leaves.' },
              type: { type: 'string', maxLength: 500, description: 'The exit, such as $success.' },
              targetPath: { ...args.block, description: 'The block that follows.' },
            },
            ['sourcePath', 'type', 'targetPath'],
          ),
        ),
        delete: listOf({
          anyOf: [
            { type: 'string', maxLength: 2_000, description: 'Id of a connection.' },
            objectOf({ source_path: args.block, type: { type: 'string', maxLength: 500 } }, ['source_path', 'type']),
          ],
        }),
      },
      [],
    ),
  },
  [],
);

const editBot = defineTool<Write & { readonly changes: ChangeSet; readonly dry_run?: boolean }>({
  name: 'edit_bot',
  title: 'Edit a draft',
  description:
    'Applies a change set to the draft, all of it or nothing. With dry_run it answers the same and stores nothing. If ' +
    'the draft has another revision, nothing changes: read it again, and make the change set from its present state.',
  hints: writes,
  input: {
    bot: args.bot,
    revision: args.revision,
    changes: changeSet,
    dry_run: { type: 'boolean', description: 'Default false.' },
  },
  required: ['bot', 'revision', 'changes'],
  async run(context, { bot, revision, changes, dry_run: dryRun = false }) {
    const { bots, by } = context;
    const head = await bots.find(bot);
    const before = await bots.draft(head);
    if (!dryRun) await admitWrite(context);
    const placed = withFreePlaces(before.diagram, changes, bots.catalog);
    const after = await bots.edit(head, placed, { revision: String(revision), by, dryRun });
    const answer = await changed(context, head, before.diagram, after);
    return dryRun ? { ...answer, facts: { ...answer.facts, dry_run: true } } : answer;
  },
});

/** Gives added blocks without a position the free one of `addBlocks`: change sets lay them on each other. @spec MC20 */
function withFreePlaces(diagram: Diagram, changes: ChangeSet, catalog: Catalog): ChangeSet {
  const { add = [] } = changes.blocks ?? {};
  // Here the blocks are not refused for their ids, nor for the bots that they name.
  const blocks = add.map(({ type, params: given = {}, top, left }) => {
    const namesBots = (catalog.byName(type)?.references ?? []).length > 0;
    return {
      type,
      params: namesBots ? {} : given,
      ...(top !== undefined && { top }),
      ...(left !== undefined && { left }),
    };
  });
  const edit = addBlocks(diagram, { blocks }, { catalog, linkedBots: new Map() });
  if (add.length === 0 || edit.kind === 'refused') return changes;
  const nodes = Object.entries(edit.diagram.nodes).flatMap(([id, node]) =>
    Object.hasOwn(diagram.nodes, id) || !isNode(node) ? [] : [node],
  );
  const placed = add.map((block, at) => ({
    ...block,
    top: Number(nodes[at]?.['top']),
    left: Number(nodes[at]?.['left']),
  }));
  return { ...changes, blocks: { ...changes.blocks, add: placed } };
}

/** The changes, and the findings of rules and lints in the new draft. */
async function changed({ bots }: ToolContext, head: BotHead, before: Diagram, after: BotDraft): Promise<Answer> {
  const { summary, items } = changesBetween(before, after.diagram, bots.catalog);
  const { counts, entries } = await findingsIn(bots, head, after.diagram);
  return {
    facts: { ...factsOf(head), revision: after.revision, summary, ...counts },
    list: { name: 'findings_then_changes', items: [...entries, ...items], from: 0 },
  };
}

const fixBot = defineTool<Write & { readonly findings: readonly string[] }>({
  name: 'fix_bot',
  title: 'Mend findings',
  description:
    'Mends findings of check_bot that have the member "fix": only one repair of them makes sense. Other ids come back ' +
    'in "not_mended".',
  hints: writes,
  input: {
    bot: args.bot,
    revision: args.revision,
    findings: {
      type: 'array',
      minItems: 1,
      maxItems: 200,
      items: { type: 'string', maxLength: 2_000 },
      description: 'Ids of findings of check_bot.',
    },
  },
  required: ['bot', 'revision', 'findings'],
  async run(context, { bot, revision, findings }) {
    const { bots, by } = context;
    const head = await bots.find(bot);
    const { diagram, revision: present } = await bots.draft(head);
    if (present !== String(revision)) {
      throw new Refusal('draft_changed', 'The draft has another revision: read it again.', { revision: present });
    }
    const wanted = new Set(findings);
    const { files } = await lintFiles({
      texts: [fileOf(head, diagram)],
      catalog: bots.catalog,
      fix: (finding) => wanted.has(idOf(finding)),
    });
    const [report] = files;
    const read = report?.fixedText === undefined ? undefined : readBotFile(report.fixedText);
    if (read?.ok !== true) throw new Refusal('nothing_to_fix', 'None of these findings has one repair.');
    await admitWrite(context);
    const after = await bots.replace(head, read.bot.diagram, { revision: String(revision), by });
    const mended = new Set(report?.fixes.map(idOf));
    const known = new Set((await bots.inspect(head, diagram)).map(idOf));
    const open = new Set((await bots.inspect(head, after.diagram)).map(idOf));
    // The repair of one finding may end another one.
    const left = [...wanted].filter((id) => !mended.has(id) && (open.has(id) || !known.has(id)));
    const answer = await changed(context, head, diagram, after);
    return left.length === 0 ? answer : { ...answer, data: { not_mended: left } };
  },
});

interface Import {
  readonly name?: string;
  readonly family?: string;
  readonly text?: string;
  readonly system?: string;
  readonly file?: string;
}

const importBot = defineTool<Import>({
  name: 'import_bot',
  title: 'Make or import a bot',
  description:
    'Makes a new bot: with a name and no text an empty one, to which edit_bot adds blocks. A text is a bot file of ' +
    'Botwright, or a file of another system, Typebot, Landbot, Botpress, Bot Framework Composer, Dialogflow CX or Rasa: ' +
    'the answer then reports findings, or all differences.',
  hints: writes,
  input: {
    name: { type: 'string', minLength: 1, maxLength: 200, description: 'Of a new bot, or one from a bot file.' },
    family: { enum: channelFamilies, description: 'Of a new bot, or one from a bot file. Default native.' },
    text: { type: 'string', maxLength: 2_000_000, description: 'The file. Absent: an empty bot.' },
    system: { type: 'string', maxLength: 50, description: 'Such as typebot. Default: what the file resembles.' },
    file: { type: 'string', maxLength: 200, description: 'Its name, such as lead.json.' },
  },
  required: [],
  async run(context, given) {
    const { text = '', system, file = 'bot.json' } = given;
    const files = [{ path: file, bytes: new TextEncoder().encode(text) }];
    const own = newBotOf(given, files);
    if (own !== undefined) {
      await admitWrite(context);
      const made = await context.bots.create([own], context.by);
      const [head] = made;
      const { counts, entries } = await findingsIn(context.bots, head as BotHead, own.diagram);
      return {
        facts: { bots: made.map(({ bot }) => bot), system: 'botwright', ...counts },
        list: { name: 'report', items: entries, from: 0 },
      };
    }
    const { bots: read, report } = importBots(files, system === undefined ? {} : { system });
    await admitWrite(context);
    const made = await context.bots.create(
      read.map(({ name, channel_family: family, number, diagram }) => ({ name, family, number, diagram })),
      context.by,
    );
    return {
      facts: { bots: made.map(({ bot }) => bot), system: report.system, counts: report.counts },
      list: {
        name: 'report',
        items: [...report.entries].sort((a, b) => rank(a.outcome) - rank(b.outcome)),
        from: 0,
      },
    };
  },
});

/** An empty bot, or the one of a bot file; `undefined`: the file is of another system. @spec MC25 */
function newBotOf({ name, family, text = '', system, file }: Import, files: ImportFiles): NewBot | undefined {
  if (system !== undefined && system !== 'botwright') return undefined;
  if (/^\s*(?:\{\s*\})?\s*$/.test(text)) {
    if (name !== undefined) return { name, family: family ?? 'native', diagram: startDiagram() };
    if (text.trim() === '')
      throw new Refusal('invalid_arguments', 'Give the name of a new bot, or the text of a file.');
  }
  const read = readBotFile(text);
  if (!read.ok || detect(files)?.certain === true) return undefined;
  const { diagram, channelFamily, number } = read.bot;
  const { bot } = JSON.parse(text.replace(/^\uFEFF/, '')) as { readonly bot?: { readonly name?: unknown } };
  const known = typeof bot?.name === 'string' && bot.name !== '' ? bot.name : file?.replace(/\.json$/, '');
  return {
    name: name ?? known ?? 'New bot',
    family: family ?? channelFamily ?? 'native',
    ...(number !== undefined && { number }),
    diagram: { ...diagram, nodes: { ...startDiagram().nodes, ...diagram.nodes } },
  };
}

type ImportFiles = Parameters<typeof importBots>[0];

const outcomes = ['lost', 'changed', 'carried'];
const rank = (outcome: string): number => outcomes.indexOf(outcome);

export const writeTools = [editBot, fixBot, importBot];
