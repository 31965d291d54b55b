import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Diagram, Violation } from '../../packages/core/src/diagram/index.ts';
import type { Finding } from '../finding.ts';
import { parseSource } from '../source/parse-source.ts';
import { isSyntaxNode, type SyntaxNode, walk } from '../source/walk.ts';
import { codeBlocksOf } from './check-code-blocks.ts';

/** A diagram that a page shows, or blocks that it adds to a new draft, and the family that it is for. */
export interface ShownDiagram {
  readonly page: string;
  readonly line: number;
  readonly channelFamily: string;
  readonly shown: { readonly nodes: object; readonly connections: object } | { readonly blocks: readonly unknown[] };
}

/** Stands for a value that an example computes, such as the id of an account. */
const unknown = '\u0000computed';

/** The blocks by which conversations begin. A page that names no family has a bot of the web by the first, and of APIchat by the second. */
const greetingSlots = ['welcome', 'bot_start'];

/**
 * Every diagram of the READMEs and the guide can be published on its channel family. A page names the code of a
 * deliberately wrong diagram. Examples that run check the blocks and families that they define.
 */
export async function checkDiagrams(pages: ReadonlyMap<string, string>): Promise<readonly Finding[]> {
  const core = await import('../../packages/core/src/diagram/index.ts');
  const catalog = core.createCatalog();

  function violationsOf({ shown, channelFamily }: ShownDiagram): readonly Pick<Violation, 'code' | 'message'>[] {
    if ('nodes' in shown) return core.checkDiagram(shown as Diagram, { catalog, channelFamily }).violations;
    const edit = core.addBlocks(core.startDiagram(), shown as never, { catalog, linkedBots: new Map() });
    if (edit.kind !== 'applied') return [{ code: edit.kind, message: JSON.stringify(edit) } as never];
    return core.checkDiagram(edit.diagram, { catalog, channelFamily }).violations;
  }

  return [...pages].flatMap(([page, text]) =>
    findDiagrams(page, text).flatMap((each) =>
      violationsOf(each)
        .filter(({ code, message }) => !text.includes(code) && !message.includes(unknown))
        .map(({ code, message }) => {
          return { file: page, line: each.line, message: `It cannot be published: ${code}: ${message}` };
        }),
    ),
  );
}

export function findDiagrams(page: string, text: string): readonly ShownDiagram[] {
  let family: string | undefined;
  return codeBlocksOf(fromMarkdown(text)).flatMap(({ lang, value, position }) => {
    const start = position?.start.line ?? 1;
    // Blocks of the example's own are in no catalog.
    if (value.includes('defineBlock') || value.includes('DefinedBlock')) return [];
    // A block of a shell goes on with the bot that one before it has made.
    family = /channel_?[fF]amily"?: ["'](\w+)["']/.exec(value)?.[1] ?? (lang === 'sh' ? family : undefined);
    return literalsOf(lang ?? '', value).flatMap(({ line, literal }) => {
      const shown = shownIn(literal);
      const slot = shown && greetingSlots.find((id) => idsOf(shown).includes(id));
      if (shown === undefined || (slot === undefined && !idsOf(shown).includes('hidden'))) return [];
      const channelFamily = family ?? (slot === 'bot_start' ? 'apichat' : 'native');
      return [{ page, line: start + line, channelFamily, shown }];
    });
  });
}

function shownIn(literal: unknown): ShownDiagram['shown'] | undefined {
  if (typeof literal !== 'object' || literal === null) return undefined;
  const { nodes, connections, blocks } = literal as Readonly<Record<string, unknown>>;
  if (isObject(nodes) && isObject(connections)) return { nodes, connections };
  return Array.isArray(blocks) && !('workspaces' in literal)
    ? { blocks, ...(connections !== undefined && { connections }) }
    : undefined;
}

function idsOf(shown: ShownDiagram['shown']): readonly string[] {
  if ('nodes' in shown) return Object.keys(shown.nodes);
  return shown.blocks.map((block) => (isObject(block) ? String((block as { id?: unknown }).id) : ''));
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Literal {
  /** Counted from the line before the first of the block of code. */
  readonly line: number;
  readonly literal: unknown;
}

function literalsOf(lang: string, code: string): readonly Literal[] {
  if (lang === 'json') return parsed(code, 1);
  if (lang === 'ts') return literalsOfSource(code);
  // The body that a command sends.
  return Array.from(code.matchAll(/'(\{.*?\})'/gs)).flatMap(({ index, 1: json = '' }) =>
    parsed(json, code.slice(0, index).split('\n').length),
  );
}

function parsed(json: string, line: number): readonly Literal[] {
  try {
    return [{ line, literal: JSON.parse(json) }];
  } catch {
    return [];
  }
}

/** Every object literal of a program, with the constants of the program in it. */
function literalsOfSource(code: string): readonly Literal[] {
  const { program, lineAt } = parseSource('example.ts', code);
  const constants = new Map<string, SyntaxNode>();
  const objects: SyntaxNode[] = [];
  walk(program as unknown as SyntaxNode, (node) => {
    const { id, init } = node;
    if (node.type === 'VariableDeclarator' && isSyntaxNode(id) && isSyntaxNode(init)) {
      constants.set(String(id['name']), init);
    }
    if (node.type === 'ObjectExpression') objects.push(node);
  });
  return objects.map((node) => ({ line: lineAt(node.start), literal: literalOf(node, constants) }));
}

function literalOf(node: unknown, constants: ReadonlyMap<string, SyntaxNode>, depth = 0): unknown {
  if (!isSyntaxNode(node) || depth > 50) return unknown;
  const at = (child: unknown) => literalOf(child, constants, depth + 1);
  switch (node.type) {
    case 'Literal':
      return node['value'];
    case 'Identifier': {
      const constant = constants.get(String(node['name']));
      return constant === undefined ? unknown : at(constant);
    }
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return at(node['expression']);
    case 'ArrayExpression':
      return (node['elements'] as readonly unknown[]).map(at);
    case 'ObjectExpression':
      return Object.fromEntries(
        (node['properties'] as readonly SyntaxNode[]).flatMap((property): readonly (readonly [string, unknown])[] => {
          if (property.type === 'SpreadElement') {
            const spread = at(property['argument']);
            return isObject(spread) ? Object.entries(spread) : [];
          }
          const key = property['key'] as SyntaxNode;
          return [[String(key['name'] ?? key['value']), at(property['value'])]];
        }),
      );
    default:
      return unknown;
  }
}
