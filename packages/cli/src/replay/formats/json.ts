import { printableJson } from '../../printing/printable.ts';
import { countOf, countRedacted, type RenderReplay, type ReplayReport } from '../replay-result.ts';

/** For programs. @spec JR22 */
export const render: RenderReplay = (report) =>
  printableJson(
    {
      botwright: 1,
      bot: report.bot,
      draft: report.draft,
      conversations: report.replayed.length,
      same: countOf(report, 'same'),
      otherwise: countOf(report, 'otherwise'),
      restarts: countOf(report, 'restart'),
      errors: countOf(report, 'error'),
      not_replayable: countOf(report, 'not_replayable'),
      redacted: countRedacted(report),
      results: report.replayed.flatMap((each) => resultOf(each, report)),
    },
    2,
  );

/** The conversations that differ. */
function resultOf(
  { conversation, result }: ReplayReport['replayed'][number],
  { hasWords }: ReplayReport,
): readonly object[] {
  if (result.kind === 'same') return [];
  const place = { customer: conversation.customer, begun_at_ms: conversation.begunAt, kind: result.kind };
  if (result.kind === 'not_replayable') return [{ ...place, why: result.why }];
  const { turn, visitor, block, expected, said, isRedacted, error } = result;
  return [
    {
      ...place,
      turn,
      ...(block !== undefined && { block }),
      redacted: isRedacted,
      ...(hasWords && { visitor, ...(expected !== undefined && { expected }), said }),
      ...(error !== undefined && {
        error: {
          turn: error.turn,
          ...(error.block !== undefined && { block: error.block }),
          ...(hasWords && { visitor: error.visitor, said: error.said }),
        },
      }),
    },
  ];
}
