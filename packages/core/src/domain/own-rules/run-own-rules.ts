import type { Lint } from '../lints/lint.ts';
import { placeOf } from '../rules/block-facts.ts';
import { type ConnectionEntry, type DiagramIndex, isBlock, type NodeEntry } from '../rules/diagram-index.ts';
import type { Finding, Report, Rule } from '../rules/rule.ts';
import { botViewOf } from './bot-view.ts';
import type { OwnFinding, OwnLint, OwnRule } from './own-rule.ts';

/**
 * Runs a rule or a lint of a host.
 *
 * @throws {TypeError} When it reports a block or a connection that the diagram does not have.
 * @spec RU59, RU61, LI25
 */
export function runOwnCheck(
  { code, check }: OwnRule | OwnLint,
  index: DiagramIndex,
  { channelFamily }: { readonly channelFamily: string },
  report: Report,
): void {
  let byKey: ReadonlyMap<string, ConnectionEntry> | undefined;
  const findConnection = (wanted: string) => {
    byKey ??= new Map(index.connections.map((entry) => [entry.key, entry]));
    return byKey.get(wanted);
  };
  check(botViewOf(index, channelFamily), (finding) => {
    const on = entryOf(code, finding, index, findConnection);
    report({ code, ...(on !== undefined && { on }), describe, subject: { finding, on } });
  });
}

/** The fault in the form of the core. */
export function asRule(rule: OwnRule): Rule<{ readonly channelFamily: string }> {
  return {
    codes: [rule.code],
    severity: rule.severity ?? 'error',
    looksAt: 'diagram',
    check: (index, context, report) => runOwnCheck(rule, index, context, report),
  };
}

export function asLint(lint: OwnLint): Lint {
  const { code: id, level = 'warn' } = lint;
  return { id, level, check: (index, context, report) => runOwnCheck(lint, index, context, report) };
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

interface Subject {
  readonly finding: OwnFinding;
  readonly on: NodeEntry | ConnectionEntry | undefined;
}

function describe({ finding: { message, param, output, at = [], hint }, on }: Subject): Finding {
  const isOfBlock = on !== undefined && !('connection' in on) && isBlock(on);
  const place = param !== undefined && isOfBlock ? placeOf(on, param) : [];
  return {
    message,
    ...(param !== undefined && { param }),
    ...(output !== undefined && { output }),
    // The diagram does not contain a default value.
    at: place.length === 1 ? place : [...place, ...at],
    ...(hint !== undefined && { hint }),
  };
}
