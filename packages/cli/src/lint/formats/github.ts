import type { FileReport } from '@botwright/testing/files';
import { renderAnnotation } from '../../printing/annotation.ts';
import { describeResult, type RenderReport, type ShownFinding, shownFindings } from '../lint-result.ts';

/** Workflow commands of GitHub Actions, which become annotations. @spec LC15 */
export const render: RenderReport = (result) =>
  [
    ...result.files.flatMap((file) => shownFindings(file).map((finding) => renderFinding(file, finding))),
    describeResult(result),
  ].join('\n');

function renderFinding({ name }: FileReport, { code, severity, message, hint, place }: ShownFinding): string {
  // A message may quote a text of the diagram; all of it stays in one line here.
  const text = (hint === undefined ? message : `${message} ${hint}`).replaceAll('\n', '\ufffd');
  return renderAnnotation({ severity, file: name, place, title: code, text });
}
