import { commandMark, commandMarkOfLine } from './printable.ts';

/** Test cases of one file. */
export interface TestSuite {
  /** Name of the file. */
  readonly name: string;
  readonly cases: readonly [TestCase, ...TestCase[]];
  /** Further output. */
  readonly output?: string;
}

export interface TestCase {
  readonly name: string;
  /** Absent when the case passed. A `failure` concerns the tested bot; an `error` prevented the test. */
  readonly problem?: {
    readonly kind: 'failure' | 'error';
    readonly type: string;
    readonly message: string;
    readonly detail: string;
  };
  /** The reason why the case was skipped. */
  readonly skipped?: string;
}

/**
 * Renders JUnit XML, for the test reports of CI servers.
 *
 * @param tool - Name of the command.
 * @spec LC14, TC13
 */
export function renderJunit(tool: string, suites: readonly TestSuite[]): string {
  const timestamp = new Date().toISOString().slice(0, 19);
  const rendered = suites.map((suite, id) => renderSuite(tool, suite, id, timestamp));
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...rendered, '</testsuites>'].join('\n');
}

function renderSuite(tool: string, { name, cases, output = '' }: TestSuite, id: number, timestamp: string): string {
  const failures = cases.filter(({ problem }) => problem?.kind === 'failure').length;
  const errors = cases.filter(({ problem }) => problem?.kind === 'error').length;
  const skipped = cases.filter((each) => each.skipped !== undefined).length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="${errors}"${skipped > 0 ? ` skipped="${skipped}"` : ''}`;
  return [
    `  <testsuite package="botwright" id="${id}" name="${escapeXml(name)}" timestamp="${timestamp}" hostname="localhost" ${counts} time="0">`,
    // One XSD requires the element, and another one requires content in it.
    `    <properties><property name="tool" value="${tool}"/></properties>`,
    ...cases.map((testCase) => renderCase(name, testCase)),
    `    <system-out>${escapeText(output)}</system-out>`,
    '    <system-err/>',
    '  </testsuite>',
  ].join('\n');
}

function renderCase(file: string, { name, problem, skipped }: TestCase): string {
  const inside =
    skipped !== undefined
      ? `<skipped message="${escapeXml(skipped)}"/>`
      : problem === undefined
        ? ''
        : renderProblem(problem);
  return `    <testcase name="${escapeXml(name)}" classname="${escapeXml(file)}" time="0">${inside}</testcase>`;
}

function renderProblem({ kind, type, message, detail }: NonNullable<TestCase['problem']>): string {
  return `<${kind} message="${escapeXml(message)}" type="${escapeXml(type)}">${escapeText(detail)}</${kind}>`;
}

const entities: Readonly<Record<string, string | undefined>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escaped = new RegExp(`[&<>"\\t\\n\\r\\x7f-\\x9f\\p{Bidi_Control}\\p{Zl}\\p{Zp}]|${commandMark.source}`, 'gu');

/**
 * XML allows no control characters except white space, even escaped, and no halves of surrogate pairs. Writes other
 * characters that a terminal interprets, and commands of a CI server, as references.
 *
 * @spec TC16, TC17
 */
export function escapeXml(text: string): string {
  const valid = text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
  return valid.replace(escaped, (character) => entities[character] ?? `&#${character.charCodeAt(0)};`);
}

/** Text between tags preserves its lines. @spec TC17 */
export function escapeText(text: string): string {
  const lines = text.split('\n').map((line) => escapeXml(line).replace(commandMarkOfLine, '&#58;'));
  return lines.join('\n');
}
