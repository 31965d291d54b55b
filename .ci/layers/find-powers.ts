import type { ParsedSource } from '../source/parse-source.ts';
import { isSyntaxNode, type SyntaxNode, walk } from '../source/walk.ts';
import type { Power } from './zones.ts';

export interface PowerUse {
  /** `'node'`: a global that browsers do not have. */
  readonly power: Power | 'node';
  readonly name: string;
  readonly line: number;
}

const globals: Readonly<Record<string, Power | 'node'>> = {
  setTimeout: 'timers',
  setInterval: 'timers',
  setImmediate: 'timers',
  performance: 'clock',
  Temporal: 'clock',
  crypto: 'randomness',
  process: 'process',
  Buffer: 'node',
  global: 'node',
  require: 'node',
  __dirname: 'node',
  __filename: 'node',
  globalThis: 'node',
};

const members: Readonly<Record<string, Power>> = { 'Date.now': 'clock', 'Math.random': 'randomness' };

/** Finds where a file reaches for the clock, timers, randomness, the process, or what only Node has. */
export function findPowers(source: ParsedSource): readonly PowerUse[] {
  const declared = findDeclaredNames(source);
  const uses: PowerUse[] = [];
  walk(source.program as unknown as SyntaxNode, (node, parent, member) => {
    const found = powerOf(node, parent, member);
    if (found === undefined || declared.has(found.name)) return;
    uses.push({ ...found, line: source.lineAt(node.start) });
  });
  return uses.sort((a, b) => a.line - b.line);
}

function powerOf(node: SyntaxNode, parent: SyntaxNode | undefined, member: string): Omit<PowerUse, 'line'> | undefined {
  if (node.type === 'MemberExpression') {
    const name = `${nameOf(node['object'])}.${nameOf(node['property'])}`;
    const power = Object.hasOwn(members, name) ? members[name] : undefined;
    return power && { power, name };
  }
  if (node.type === 'NewExpression' || node.type === 'CallExpression') {
    const hasNoArguments = Array.isArray(node['arguments']) && node['arguments'].length === 0;
    if (nameOf(node['callee']) === 'Date' && hasNoArguments) return { power: 'clock', name: 'new Date()' };
  }
  if (node.type !== 'Identifier' || isName(parent, member)) return undefined;
  const name = nameOf(node);
  const power = Object.hasOwn(globals, name) ? globals[name] : undefined;
  return power && { power, name };
}

/** Whether an identifier in this place only names something: a member, a key, a type. */
function isName(parent: SyntaxNode | undefined, member: string): boolean {
  if (parent === undefined) return false;
  if (parent.type.startsWith('TS') && parent.type !== 'TSAsExpression' && parent.type !== 'TSSatisfiesExpression') {
    return parent.type !== 'TSNonNullExpression' && parent.type !== 'TSTypeQuery';
  }
  const isUncomputed = parent['computed'] !== true;
  return isUncomputed && ((parent.type === 'MemberExpression' && member === 'property') || member === 'key');
}

/** Names the file binds itself, at any depth: a parameter called `process` is not Node's. */
function findDeclaredNames(source: ParsedSource): ReadonlySet<string> {
  const names = new Set<string>();
  walk(source.program as unknown as SyntaxNode, (node, _parent, member) => {
    if (member === 'params' || member === 'id' || member === 'local') addBound(node, names);
  });
  return names;
}

function addBound(pattern: SyntaxNode, names: Set<string>): void {
  walk(pattern, (node, parent, member) => {
    const isKey = parent?.type === 'Property' && member === 'key' && parent['shorthand'] !== true;
    if (node.type === 'Identifier' && !isKey) names.add(nameOf(node));
  });
}

function nameOf(node: unknown): string {
  return isSyntaxNode(node) && typeof node['name'] === 'string' ? node['name'] : '';
}
