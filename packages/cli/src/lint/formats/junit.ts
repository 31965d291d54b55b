import type { FileReport } from '@botwright/testing/files';
import type { RenderReport } from '../lint-result.ts';
import { shownFindings } from './shown-finding.ts';

/**
 * JUnit XML, for the test reports of CI servers: a suite a file, an error a failed case. Warnings are output, as they
 * fail nothing.
 *
 * @spec LC14
 */
export const render: RenderReport = ({ files }) => {
  const timestamp = new Date().toISOString().slice(0, 19);
  const suites = files.map((file, id) => renderSuite(file, id, timestamp));
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>'].join('\n');
};

function renderSuite(file: FileReport, id: number, timestamp: string): string {
  const { name, unreadable } = file;
  const shown = shownFindings(file);
  const errors = shown.filter(({ severity }) => severity === 'error');
  const warnings = shown.filter(({ severity }) => severity === 'warning');
  const tag = unreadable === undefined ? 'failure' : 'error';
  const cases = errors.map(({ code, message, hint, place, pointer = '' }) => {
    const where = `${name}:${place.line}:${place.column}`;
    const detail = [where, message, ...(hint === undefined ? [] : [hint])].join('\n');
    return renderCase(
      name,
      `${code} ${pointer}`.trim(),
      `<${tag} message="${escapeXml(message)}" type="${escapeXml(code)}">${escapeXml(detail)}</${tag}>`,
    );
  });
  const output = warnings.map(
    ({ code, message, place }) => `${name}:${place.line}:${place.column} warning ${code}: ${message}\n`,
  );
  const failures = unreadable === undefined ? errors.length : 0;
  const counts = `tests="${Math.max(1, cases.length)}" failures="${failures}" errors="${errors.length - failures}"`;
  return [
    `  <testsuite package="botwright" id="${id}" name="${escapeXml(name)}" timestamp="${timestamp}" hostname="localhost" ${counts} time="0">`,
    // One XSD wants the element, the other one something in it.
    '    <properties><property name="tool" value="botwright lint"/></properties>',
    ...(cases.length > 0 ? cases : [renderCase(name, 'lint')]),
    `    <system-out>${escapeXml(output.join(''))}</system-out>`,
    '    <system-err/>',
    '  </testsuite>',
  ].join('\n');
}

function renderCase(file: string, name: string, inside = ''): string {
  return `    <testcase name="${escapeXml(name)}" classname="${escapeXml(file)}" time="0">${inside}</testcase>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML has no place for most control characters, not even escaped, nor for halves of surrogate pairs. */
function escapeXml(text: string): string {
  const valid = text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
  return valid.replace(/[&<>"]/g, (character) => entities[character] as string);
}
