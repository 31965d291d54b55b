/** A group that is being read: its parts so far, and how many of them the last piece has, which a repetition repeats. */
interface Group {
  size: number;
  last: number;
}

const pieces =
  /\\Q(?:(?!\\E).)*(?:\\E)?|\\[pPx]\{[^}]*\}|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\{(\d+)(,(\d*))?\}|./gsu;

/** Repetitions beyond this are no pattern for RE2. */
const maxRepetitions = 1_000;

/**
 * Counts the parts that a pattern of RE2 has when what is repeated is written out: what compiling and searching take
 * grows with them. Never less than there are.
 *
 * @spec RN95
 */
export function patternSize(pattern: string): number {
  const outermost: Group = { size: 1, last: 0 };
  const groups: Group[] = [outermost];
  for (const [piece, least, range, most] of pattern.matchAll(pieces)) {
    const group = groups.at(-1) ?? outermost;
    if (piece === '(') groups.push({ size: 2, last: 0 });
    else if (piece === ')') close(groups);
    else if (least !== undefined) repeat(group, Number(range === undefined || most === '' ? least : most) + 1);
    else add(group, piece.startsWith('\\Q') ? piece.length : 1, '*+?|'.includes(piece));
  }
  return groups.reduce((size, group) => size + group.size, 0);
}

function close(groups: Group[]): void {
  const group = groups.at(-1);
  const around = groups.at(-2);
  if (group === undefined || around === undefined) return;
  groups.pop();
  add(around, group.size, false);
}

function repeat(group: Group, times: number): void {
  const repeated = (group.last + 1) * Math.min(times, maxRepetitions);
  group.size += repeated;
  group.last += repeated;
}

function add(group: Group, size: number, isOperator: boolean): void {
  group.size += size;
  group.last = isOperator ? group.last + size : size;
}
