import { channelFamilies, type Diagram, defaultParams, parseDiagram } from '@botwright/core/diagram';
import { type Answer, bytesOf, largestAnswer, mostBlocks } from '../answer.ts';
import { blockExamples } from '../block-examples.ts';
import { botsPerPage } from '../bots.ts';
import { changesBetween } from '../changes.ts';
import { countOf, findingsIn } from '../findings.ts';
import { blockOf, blocksAround, outlineOf } from '../outline.ts';
import { Refusal } from '../refusal.ts';
import { args, defineTool, factsOf, reads } from '../tool.ts';

interface OfBot {
  readonly bot: number | string;
  readonly from?: number;
}

interface Around {
  readonly block: string;
  readonly depth?: number;
}

export const around = {
  type: 'object',
  additionalProperties: false,
  required: ['block'],
  properties: { block: args.block, depth: { type: 'integer', minimum: 0, maximum: 20, description: 'Default 2.' } },
  description: 'Only blocks near this one.',
} as const;

/** The ids of the wanted blocks; `undefined`: all. @throws {Refusal} `block_not_found` */
export function idsAround(diagram: Diagram, wanted: Around | undefined): ReadonlySet<string> | undefined {
  if (wanted === undefined) return undefined;
  if (!Object.hasOwn(diagram.nodes, wanted.block)) {
    throw new Refusal('block_not_found', 'The draft has no block with this id.');
  }
  return new Set(blocksAround(diagram, wanted.block, wanted.depth ?? 2));
}

const listBots = defineTool<{
  readonly search?: string;
  readonly state?: 'active' | 'trashed';
  readonly page?: number;
}>({
  name: 'list_bots',
  title: 'List bots',
  description: 'Lists bots: number, name, channel family, whether published, and how many problems the draft has.',
  hints: reads,
  input: {
    search: { type: 'string', maxLength: 200, description: 'A part of the name.' },
    state: { enum: ['active', 'trashed'], description: 'Default active.' },
    page: { type: 'integer', minimum: 1, maximum: 10_000, description: `Pages of ${botsPerPage}. Default 1.` },
  },
  required: [],
  async run({ bots }, { search, state, page = 1 }) {
    const found = await bots.list({ page, ...(search && { search }), ...(state && { state }) });
    const items: unknown[] = [];
    for (const head of found.bots) {
      if (head.inTrash) items.push(head);
      else {
        const { diagram } = await bots.draft(head);
        items.push({ ...head, problems: countOf(await bots.inspect(head, diagram)).errors });
      }
    }
    const facts = { bots: found.total, pages: Math.ceil(found.total / botsPerPage) };
    return { facts, list: { name: 'list', items, from: 0 } };
  },
});

const readBot = defineTool<OfBot & { readonly around?: Around }>({
  name: 'read_bot',
  title: 'Read a bot',
  description:
    'The outline of the draft: each block in one line, with its exits. Gives the revision that edit_bot needs. At most ' +
    `${mostBlocks} blocks in an answer.`,
  hints: reads,
  input: { bot: args.bot, around, from: args.from },
  required: ['bot'],
  async run({ bots }, { bot, around: near, from = 0 }) {
    const head = await bots.find(bot);
    const { diagram, revision } = await bots.draft(head);
    const ids = idsAround(diagram, near);
    const outline = outlineOf(diagram, bots.catalog, head.number === undefined ? undefined : { number: head.number });
    const items = ids === undefined ? outline : outline.filter(({ id }) => ids.has(id));
    return {
      facts: { ...factsOf(head), revision, family: head.family },
      data: { name: head.name },
      list: { name: 'blocks', items, from, most: mostBlocks },
    };
  },
});

/** Characters of one part of a block that is longer than an answer. */
const partLength = 3_000;

const readBlocks = defineTool<OfBot & { readonly ids: readonly string[] }>({
  name: 'read_blocks',
  title: 'Read blocks whole',
  description:
    'The whole params of blocks. A block that is longer than an answer comes alone, as parts of its JSON text: read on ' +
    'with "from".',
  hints: reads,
  input: {
    bot: args.bot,
    ids: { type: 'array', minItems: 1, maxItems: 20, items: args.block },
    from: args.from,
  },
  required: ['bot', 'ids'],
  async run({ bots }, { bot, ids, from = 0 }): Promise<Answer> {
    const { diagram, revision } = await bots.draft(await bots.find(bot));
    const found = ids.map((id) => blockOf(diagram, id, bots.catalog) ?? { id, absent: true });
    const [only] = found;
    if (found.length === 1 && bytesOf(only) > largestAnswer - 500) {
      const text = JSON.stringify(only);
      const end = from + partLength;
      const facts = { revision, length: text.length, ...(end < text.length && { next: end }) };
      return { facts, data: { json_part: text.slice(from, end).toWellFormed() } };
    }
    const items = found.map((block) =>
      bytesOf(block) > largestAnswer - 500 ? { id: block['id'], longer_than_an_answer: 'Read it alone.' } : block,
    );
    return { facts: { revision }, list: { name: 'blocks', items, from, isWhole: true } };
  },
});

const listBlockKinds = defineTool<{ readonly group?: string; readonly name?: string; readonly from?: number }>({
  name: 'list_block_kinds',
  title: 'List kinds of block',
  description: 'Kinds of block: all in one line each, or with "name" one whole: params, rules, exits and an example.',
  hints: reads,
  input: {
    group: { type: 'string', maxLength: 100, description: 'Such as messages, questions, logic, integrations, flow.' },
    name: { type: 'string', maxLength: 100, description: 'Such as ask_question.' },
    from: args.from,
  },
  required: [],
  async run({ bots: { catalog } }, { group, name, from = 0 }): Promise<Answer> {
    const placeable = catalog.definitions.filter((each) => each.placeable);
    if (name === undefined) {
      const items = placeable
        .filter((each) => group === undefined || each.group === group)
        .map((each) => ({ name: each.name, group: each.group, description: each.description }));
      return { list: { name: 'kinds', items, from } };
    }
    const known = placeable.find((each) => each.name === name);
    if (known === undefined) throw new Refusal('block_type_unknown', 'There is no kind of block with this name.');
    const { variants, description, canBeWelcome, waits } = known;
    const items = variants.flatMap(({ selector, params, outputs, outputDerivations, requiredTier }) => [
      {
        ...(selector.length > 0 && { when: Object.fromEntries(selector.map((each) => [each.param, each.values])) }),
        exits: outputs,
        ...(outputDerivations.length > 0 && { exits_of_entries: outputDerivations }),
        plan: requiredTier,
      },
      ...params
        .filter((param) => param.name !== 'version')
        .map(({ name: param, type, required, default: value, rules, description: says, readWhen }) => ({
          param,
          type,
          ...(required && { required }),
          ...(value !== undefined && { default: value }),
          ...(Object.keys(rules).length > 0 && { rules }),
          ...(readWhen && { read_when: readWhen }),
          says,
        })),
    ]);
    const example = blockExamples[name] ?? defaultParams(variants[0] ?? { params: [] });
    return {
      facts: { name, group: known.group, can_greet: canBeWelcome, waits },
      data: { description, example: { id: 'n1', type: name, params: example } },
      list: { name: 'shape', items, from },
    };
  },
});

const checkBot = defineTool<Partial<OfBot> & { readonly diagram?: object; readonly family?: string }>({
  name: 'check_bot',
  title: 'Check a bot',
  description:
    'Checks a draft, or a diagram, by the rules of publication and the lints. Each finding has a pointer and a hint; ' +
    '"fix" is there if fix_bot can mend it.',
  hints: reads,
  input: {
    bot: args.bot,
    diagram: { type: 'object', description: 'A diagram in place of the draft of the bot.' },
    family: { enum: channelFamilies, description: 'Of a diagram without a bot. Default native.' },
    from: args.from,
  },
  required: [],
  async run({ bots }, { bot, diagram, family = 'native', from = 0 }) {
    if (bot === undefined && diagram === undefined) {
      throw new Refusal('invalid_arguments', 'Give "bot" or "diagram".');
    }
    const head = bot === undefined ? { bot: '', name: '', family } : await bots.find(bot);
    const parsed = diagram && parseDiagram(diagram);
    if (parsed?.ok === false) {
      const member = parsed.field === '' ? 'diagram' : `diagram.${parsed.field}`;
      throw new Refusal('diagram_unreadable', `${member}: ${parsed.message}`);
    }
    const draft = parsed === undefined ? await bots.draft(head) : { diagram: parsed.diagram };
    const { counts, entries } = await findingsIn(bots, head, draft.diagram);
    return {
      facts: { ...factsOf(head), ...('revision' in draft && { revision: draft.revision }), ...counts },
      list: { name: 'findings', items: entries, from },
    };
  },
});

const compare = defineTool<OfBot & { readonly with?: string }>({
  name: 'compare',
  title: 'Compare the draft',
  description: 'The changes from the live version, or another one, to the draft. publish needs the member "summary".',
  hints: reads,
  input: {
    bot: args.bot,
    with: { type: 'string', maxLength: 500, description: 'live, or the id of a version. Default live.' },
    from: args.from,
  },
  required: ['bot'],
  async run({ bots }, { bot, with: version = 'live', from = 0 }) {
    const head = await bots.find(bot);
    const { diagram, revision } = await bots.draft(head);
    const before = await bots.version(head, version);
    const { summary, items } = changesBetween(before ?? { nodes: {}, connections: {} }, diagram, bots.catalog);
    const facts = { ...factsOf(head), revision, summary, ...(before === undefined && { never_published: true }) };
    return { facts, list: { name: 'changes', items, from } };
  },
});

export const readTools = [listBots, readBot, readBlocks, listBlockKinds, checkBot, compare];
