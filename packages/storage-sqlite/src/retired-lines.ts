import type { Connection } from './connection.ts';
import { lineOfTarget } from './delivery-targets.ts';

/** Of deliveries that wait: so many are ended at once, and in one step of those that are more. */
const stepSize = 1_000;

export const disableSql = "UPDATE deliveries SET state = 'dead', reason = 'disabled', finished_at = ?, due_at = NULL";

export const lineSizeSql =
  `SELECT count(*) AS size FROM (SELECT 1 FROM delivery_waits ` +
  `WHERE target = (SELECT ${lineOfTarget} FROM delivery_targets WHERE number = ?) LIMIT ?)`;

export const lineStartSql =
  'SELECT due_at, delivery FROM delivery_waits WHERE target = ? ORDER BY due_at, delivery LIMIT ?';

interface RetiredLine {
  readonly retirement: number;
  readonly line: number;
  readonly ended_at: number;
}

/**
 * Ends what waits for a target. Where that is much, the target gets a new line, and the old one is left to
 * `endRetired`: nothing of it is leased any more.
 *
 * @spec DQ5, SQ23
 */
export function endLine(connection: Connection, target: number, at: number): void {
  const size = connection.get<{ size: number }>(lineSizeSql, target, stepSize + 1)?.size ?? 0;
  if (size === 0) return;
  const retired = connection.get<RetiredLine>(
    `INSERT INTO retired_lines (line, target, ended_at) SELECT ${lineOfTarget}, number, ? FROM delivery_targets ` +
      'WHERE number = ? RETURNING retirement, line, ended_at',
    at,
    target,
  );
  if (retired === undefined) return;
  // Numbers of targets are positive, and no retirement has the number of another.
  connection.run('UPDATE delivery_targets SET line = ? WHERE number = ?', -retired.retirement, target);
  if (size <= stepSize) endSome(connection, retired);
}

/** Takes one step. @spec SQ23 */
export function endRetired(connection: Connection): void {
  const sql = 'SELECT retirement, line, ended_at FROM retired_lines ORDER BY retirement LIMIT 1';
  const retired = connection.get<RetiredLine>(sql);
  if (retired !== undefined) endSome(connection, retired);
}

function endSome(connection: Connection, { retirement, line, ended_at: at }: RetiredLine): void {
  const ended = connection.all<{ due_at: number; delivery: number }>(lineStartSql, line, stepSize);
  for (const { due_at: dueAt, delivery } of ended) {
    connection.run(`${disableSql} WHERE number = ?`, at, delivery);
    connection.run(
      'DELETE FROM delivery_waits WHERE target = ? AND due_at = ? AND delivery = ?',
      line,
      dueAt,
      delivery,
    );
  }
  if (ended.length < stepSize) connection.run('DELETE FROM retired_lines WHERE retirement = ?', retirement);
}
