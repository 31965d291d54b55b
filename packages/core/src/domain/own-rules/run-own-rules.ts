import type { Lint } from '../lints/lint.ts';
import { placeOf } from '../rules/block-facts.ts';
import {
  type ConnectionEntry,
  type DiagramIndex,
  type IndexContext,
  isBlock,
  type NodeEntry,
} from '../rules/diagram-index.ts';
import { type Finding, type Report, type Rule, rule } from '../rules/rule.ts';
import { botViewOf } from './bot-view.ts';
import type { OwnFinding, OwnLint, OwnRule } from './own-rule.ts';

/**
 * Runs a rule or a lint of a host.
 *
 * @throws {TypeError} When it reports a block or a connection that the diagram does not have.
 * @spec RU59, RU61, LI25
 */
function runOwnCheck(
  { code, check }: OwnRule | OwnLint,
  index: DiagramIndex,
  { channelFamily }: IndexContext,
  report: Report,
): void {
  let byKey: ReadonlyMap<string, ConnectionEntry> | undefined;
  const findConnection = (wanted: string) => {
    byKey ??= new Map(index.connections.map((entry) => [entry.key, entry]));
    return byKey.get(wanted);
  };
  check(botViewOf(index, channelFamily), (finding) =>
    report(entryOf(code, finding, index, findConnection), describe, finding),
  );
}

/** The rule in the form of the core. */
export function asRule(own: OwnRule): Rule<IndexContext> {
  return rule(own.code, own.severity ?? 'error', 'diagram', (...given) => runOwnCheck(own, ...given));
}

export function asLint(own: OwnLint): Lint {
  return { id: own.code, level: own.level ?? 'warn', check: (...given) => runOwnCheck(own, ...given) };
}

function entryOf(
  code: string,
  { message, block, connection, param }: OwnFinding,
  index: DiagramIndex,
  findConnection: (key: string) => ConnectionEntry | undefined,
): NodeEntry | ConnectionEntry | undefined {
  const refuse = (problem: string): never => {
    throw new TypeError(`The rule or lint "${code}" reported ${problem}.`);
  };
  if (typeof message !== 'string' || message.trim() === '') refuse('a finding without a "message"');
  if (param !== undefined && block === undefined) refuse('a param without its block');
  if (block !== undefined) {
    return index.findNode(block) ?? refuse(`the block ${JSON.stringify(block)}, which is not in the diagram`);
  }
  if (connection === undefined) return undefined;
  return (
    findConnection(connection) ?? refuse(`the connection ${JSON.stringify(connection)}, which is not in the diagram`)
  );
}

function describe(
  on: NodeEntry | ConnectionEntry | undefined,
  { message, param, output, at = [], hint }: OwnFinding,
): Finding {
  const isOfBlock = on !== undefined && !('connection' in on) && isBlock(on);
  return {
    message,
    ...(param !== undefined && { param }),
    ...(output !== undefined && { output }),
    at: param !== undefined && isOfBlock ? placeOf(on, param, at) : at,
    ...(hint !== undefined && { hint }),
  };
}
