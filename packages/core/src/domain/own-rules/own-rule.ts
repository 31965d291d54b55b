import type { LintLevel } from '../lints/lint.ts';
import { lintIds } from '../lints/shipped-lints.ts';
import type { ViolationSeverity } from '../rules/rule.ts';
import { ruleCodes } from '../rules/shipped-rules.ts';
import type { BotView } from './bot-view.ts';

/** A fault from a host's rule or lint. */
export interface OwnFinding {
  /** A sentence for people. */
  readonly message: string;
  /** Id of the block at fault. Without a block and a connection the fault is of the diagram. */
  readonly block?: string;
  /** Key of the connection at fault, in place of a block. */
  readonly connection?: string;
  /** The param of the block at fault. */
  readonly param?: string;
  /** The output of the block at fault. */
  readonly output?: string;
  /** The path to the fault, from the value of the param; without a param, from the block, connection or diagram. */
  readonly at?: readonly (string | number)[];
  /** A fix, if there is one clear way. */
  readonly hint?: string;
}

/**
 * Must only read, and must give the same result for the same diagram: the check of a large diagram is separate from its
 * write.
 */
export type OwnCheck = (bot: BotView, report: (finding: OwnFinding) => void) => void;

/** A rule of a host. Its violations prevent publication, like violations of shipped rules. */
export interface OwnRule {
  /** Stable machine name, such as `acme_no_email`. */
  readonly code: string;
  /** Its findings, in one sentence. */
  readonly description: string;
  /** Default `error`. */
  readonly severity?: ViolationSeverity;
  /** Calls `report` once for each finding. */
  readonly check: OwnCheck;
}

/** A lint of a host, which prevents nothing. */
export interface OwnLint {
  /** Stable machine name, such as `acme-polite`. */
  readonly code: string;
  /** Its findings, in one sentence. */
  readonly description: string;
  /** Default `warn`. */
  readonly level?: LintLevel;
  /** Calls `report` once for each finding. */
  readonly check: OwnCheck;
}

/** Rules of the host, in addition to the shipped ones. */
export interface OwnRules {
  /** Made with `defineRule`. Default: none. */
  readonly ownRules?: readonly OwnRule[];
}

/** Lints of the host, in addition to the shipped ones. */
export interface OwnLints {
  /** Made with `defineLint`. Default: none. */
  readonly ownLints?: readonly OwnLint[];
}

/**
 * Defines a rule over all blocks of a bot.
 *
 * @throws {TypeError} When it is malformed, or has the code of a shipped rule or lint; the message gives the reason.
 * @spec RU59, RU60
 * @example
 * const needsConsent = defineRule({
 *   code: 'acme_consent',
 *   description: 'A bot that asks for an email address asks for consent.',
 *   check: ({ blocks }, report) => {
 *     const asks = blocks.find(({ name }) => name === 'ask_email');
 *     if (asks === undefined || blocks.some(({ setsFields }) => setsFields.includes('consent'))) return;
 *     report({ block: asks.id, message: 'Nothing asks for consent before the email address.' });
 *   },
 * });
 *
 */
export function defineRule(rule: OwnRule): OwnRule {
  requireUsable(rule, 'rule');
  const { severity } = rule;
  if (severity !== undefined && severity !== 'error' && severity !== 'warning') {
    throw new TypeError(`Rule "${rule.code}": "severity" is error or warning, not ${JSON.stringify(severity)}.`);
  }
  return Object.freeze({ ...rule });
}

/**
 * Defines a lint over all blocks of a bot.
 *
 * @throws {TypeError} When it is malformed, or has the code of a shipped rule or lint; the message gives the reason.
 * @spec LI25
 */
export function defineLint(lint: OwnLint): OwnLint {
  requireUsable(lint, 'lint');
  if (lint.level !== undefined && !['off', 'warn', 'error'].includes(lint.level)) {
    throw new TypeError(`Lint "${lint.code}": "level" is off, warn or error, not ${JSON.stringify(lint.level)}.`);
  }
  return Object.freeze({ ...lint });
}

const shippedCodes: ReadonlySet<string> = new Set([...ruleCodes, ...lintIds]);
const longestCode = 64;

function requireUsable(own: OwnRule | OwnLint, kind: 'rule' | 'lint'): void {
  if (typeof own !== 'object' || own === null) throw new TypeError(`A ${kind} is an object.`);
  const { code, description, check } = own;
  if (typeof code !== 'string' || code.length > longestCode || !/^[a-z][a-z\d]*(?:[_-][a-z\d]+)*$/.test(code)) {
    const given = typeof code === 'string' ? JSON.stringify(code.slice(0, longestCode)) : typeof code;
    throw new TypeError(
      `The code of a ${kind} is at most ${longestCode} lower-case letters, digits, "_" and "-", not ${given}.`,
    );
  }
  const name = `${kind === 'rule' ? 'Rule' : 'Lint'} "${code}"`;
  if (shippedCodes.has(code)) throw new TypeError(`${name}: the code is taken by a shipped rule or lint.`);
  if (typeof description !== 'string' || description.trim() === '') {
    throw new TypeError(`${name} must have a "description".`);
  }
  if (typeof check !== 'function') throw new TypeError(`${name}: "check" is a function.`);
}

/** Checked lists: many checks use the same list. */
const usable = new WeakSet<object>();
const none: readonly never[] = [];

/**
 * @throws {TypeError} When one of them is malformed, or two have the same code.
 * @spec RU60, LI25
 */
export function requireOwnRules({ ownRules: rules = none, ownLints: lints = none }: OwnRules & OwnLints): void {
  if (usable.has(rules) && usable.has(lints)) return;
  rules.forEach(defineRule);
  lints.forEach(defineLint);
  const codes = new Set<string>();
  for (const { code } of [...rules, ...lints]) {
    if (codes.has(code)) throw new TypeError(`Two rules or lints have the code "${code}".`);
    codes.add(code);
  }
  usable.add(rules);
  usable.add(lints);
}
