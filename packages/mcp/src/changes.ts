import {
  type Catalog,
  type Diagram,
  diffDiagrams,
  isDiagramConnection,
  isNode,
  type JsonValue,
} from '@botwright/core/diagram';
import { shortened } from './answer.ts';
import { typeOf } from './outline.ts';

/** The difference of two diagrams: one line that counts the changes, and each change. */
export interface Changes {
  /** Such as `2 blocks added, 1 connection removed`, or `nothing`. */
  readonly summary: string;
  readonly items: readonly unknown[];
}

/** Lists the changes from one diagram to another, in semantic names, without moves on the canvas. @spec MC14 */
export function changesBetween(before: Diagram, after: Diagram, catalog: Catalog): Changes {
  const { blocks, connections, others } = diffDiagrams(before, after, { ignorePositions: true });
  const items = [
    ...blocks.added.map(({ id, value }) => ({ added: id, type: typeOf(value, catalog) })),
    ...blocks.removed.map(({ id, value }) => ({ removed: id, type: typeOf(value, catalog) })),
    ...blocks.changed.map(({ id, before: was, after: is, members, params }) => ({
      changed: id,
      type: typeOf(is, catalog),
      members: members.filter((member) => member !== 'params'),
      params: params.map((param) => ({ param, before: valueIn(was, param), after: valueIn(is, param) })),
    })),
    ...connections.added.map(({ id, value }) => ({ connected: endsOf(id, value) })),
    ...connections.removed.map(({ id, value }) => ({ disconnected: endsOf(id, value) })),
    ...connections.changed.map(({ id, after: is }) => ({ connection: endsOf(id, is) })),
    ...[...others.added, ...others.removed, ...others.changed].map(({ id }) => ({ member: id })),
  ];
  const counts: readonly (readonly [number, string, string])[] = [
    [blocks.added.length, 'block', 'added'],
    [blocks.removed.length, 'block', 'removed'],
    [blocks.changed.length, 'block', 'changed'],
    [connections.added.length, 'connection', 'added'],
    [connections.removed.length, 'connection', 'removed'],
    [connections.changed.length, 'connection', 'changed'],
    [others.added.length + others.removed.length + others.changed.length, 'other member', 'changed'],
  ];
  const parts = counts.flatMap(([count, noun, verb]) =>
    count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'} ${verb}`],
  );
  return { summary: parts.length === 0 ? 'nothing' : parts.join(', '), items };
}

/** Lines of one question, and characters of each text in it. */
const mostLines = 12;
const longestWords = 120;

/** Writes changes as lines for a person, with the texts of the bot without markup and control characters. @spec MC22 */
export function linesOf({ items }: Changes, after: Diagram): readonly string[] {
  const lines = items.slice(0, mostLines).map((item) => `- ${lineOf(item as ChangeItem, after)}`);
  return items.length > mostLines ? [...lines, `- and ${items.length - mostLines} more`] : lines;
}

interface ChangeItem {
  readonly type?: string;
  readonly params?: readonly { readonly param: string; readonly before?: string; readonly after?: string }[];
  readonly [kind: string]: unknown;
}

function lineOf({ type, params = [], members: _members, ...change }: ChangeItem, after: Diagram): string {
  const [[kind, id] = ['changed', '']] = Object.entries(change);
  const texts = params.slice(0, 3).map((each) => {
    return `${plainWords(each.param)} ${quoted(each.before)} → ${quoted(each.after)}`;
  });
  const rest = params.length > 3 ? [`${params.length - 3} more params`] : [];
  const node = kind === 'added' ? after.nodes[String(id)] : undefined;
  const said = node === undefined ? undefined : valueIn(node, 'text');
  const parts = said === undefined ? [...texts, ...rest] : [quoted(said)];
  const named = `${kind} ${plainWords(String(id))}${type === undefined ? '' : ` (${plainWords(type)})`}`;
  return parts.length === 0 ? named : `${named}: ${parts.join(', ')}`;
}

function quoted(text: string | undefined): string {
  return text === undefined ? 'none' : `“${plainWords(text)}”`;
}

/** A text of a bot in a question: one line, shortened. */
export function plainWords(text: string): string {
  const plain = text.toWellFormed().replace(/[\p{C}\p{Z}<>[\]`*#|~“”\\]+/gu, ' ');
  return shortened(plain.trim(), longestWords);
}

function valueIn(node: JsonValue, param: string): string | undefined {
  const value = isNode(node) && Object.hasOwn(node.params, param) ? node.params[param] : undefined;
  return value === undefined ? undefined : shortened(typeof value === 'string' ? value : JSON.stringify(value), 300);
}

function endsOf(id: string, value: JsonValue): string {
  return isDiagramConnection(value) ? `${value.sourcePath} (${value.type}) → ${value.targetPath}` : id;
}
