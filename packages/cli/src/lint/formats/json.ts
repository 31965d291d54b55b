import type { FileFinding, Place } from '@botwright/testing/files';
import { printableJson } from '../../printing/printable.ts';
import type { RenderReport } from '../lint-result.ts';

/** For programs. Findings have the members of violations in the Bots API, and their place. @spec LC12 */
export const render: RenderReport = ({ files, errors, warnings, unreadable }) =>
  printableJson(
    {
      errors,
      warnings,
      unreadable,
      files: files.map((file) => ({
        file: file.name,
        findings: file.findings.map(encodeFinding),
        ...(file.unreadable !== undefined && {
          unreadable: { message: file.unreadable.message, ...encodePlace(file.unreadable.place) },
        }),
        ...(file.fixes.length > 0 && { fixes: file.fixes }),
      })),
    },
    2,
  );

function encodeFinding({ blockId, connectionId, place, ...finding }: FileFinding): object {
  return {
    ...finding,
    ...(blockId !== undefined && { block_id: blockId }),
    ...(connectionId !== undefined && { connection_id: connectionId }),
    ...encodePlace(place),
  };
}

function encodePlace({ line, column, endLine, endColumn }: Place): object {
  return { line, column, end_line: endLine, end_column: endColumn };
}
