import type { FileReport } from '@botwright/testing/files';
import { printableJson } from '../../printing/printable.ts';
import { type RenderReport, type ShownFinding, shownFindings } from '../lint-result.ts';

/** SARIF 2.1.0, for code scanning. @spec LC13 */
export const render: RenderReport = ({ files, unreadable, toolVersion }) => {
  const codes = [...new Set(files.flatMap((file) => shownFindings(file).map(({ code }) => code)))].sort();
  const run = {
    tool: { driver: { name: 'botwright', version: toolVersion, rules: codes.map((id) => ({ id })) } },
    columnKind: 'utf16CodeUnits',
    invocations: [{ executionSuccessful: unreadable === 0 }],
    results: files.flatMap((file) => shownFindings(file).map((finding) => toResult(file, finding, codes))),
  };
  const $schema = 'https://json.schemastore.org/sarif-2.1.0.json';
  return printableJson({ $schema, version: '2.1.0', runs: [run] }, 2);
};

function toResult({ name }: FileReport, finding: ShownFinding, codes: readonly string[]): object {
  const { code, severity, message, hint, pointer, place } = finding;
  const { line, column, endLine, endColumn } = place;
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text: hint === undefined ? message : `${message} ${hint}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(name) },
          region: { startLine: line, startColumn: column, endLine, endColumn },
        },
        ...(pointer !== undefined && { logicalLocations: [{ fullyQualifiedName: pointer, kind: 'value' }] }),
      },
    ],
    // Lines move when a diagram is edited; the pointer does not.
    ...(pointer !== undefined && { partialFingerprints: { 'botwrightPointer/v1': `${code}:${pointer}` } }),
  };
}
