import { expect, it } from 'vitest';
import type { ConnectionEntry, NodeEntry } from './diagram-index.ts';
import type { Finding } from './rule.ts';
import { createViolationList, mostReported } from './violation.ts';

const nodeEntry = (position: number): NodeEntry => ({
  key: `n${position}`,
  position,
  node: undefined,
  kind: undefined,
  shape: undefined,
  leaving: undefined,
  lastLeaving: undefined,
  readable: undefined,
  derivedOutputs: undefined,
  fieldsSet: undefined,
});
const connectionEntry = (position: number, source: NodeEntry | undefined): ConnectionEntry => ({
  key: `c${position}`,
  position,
  connection: undefined,
  source,
  target: undefined,
  nextLeaving: undefined,
});

const [first, second] = [nodeEntry(0), nodeEntry(1)];
const describe = (_on: unknown, message: string): Finding => ({ message });

it('[RU5] violations that are reported in any order are returned in one fixed order', () => {
  const list = createViolationList();
  const places = [
    ['z', connectionEntry(3, undefined)],
    ['b', second],
    ['b', connectionEntry(2, first)],
    ['a', connectionEntry(2, first)],
    ['a', connectionEntry(1, second)],
    ['c', connectionEntry(0, first)],
    ['b', first],
    ['y', undefined],
    ['a', first],
    ['a', undefined],
    ['a', connectionEntry(4, undefined)],
  ] as const;
  for (const [code, on] of places) list.reportAs('error', code)(on, describe, code);
  const shown = list.result().violations.map((one) => [one.code, one.blockId, one.connectionId].join(' '));
  expect(shown).toEqual([
    'a  ',
    'y  ',
    'a n0 ',
    'b n0 ',
    'c n0 c0',
    'a n0 c2',
    'b n0 c2',
    'b n1 ',
    'a n1 c1',
    'z  c3',
    'a  c4',
  ]);
});

it('[RU5] violations with one code on one entry stay in the order in which they were reported', () => {
  const list = createViolationList();
  const report = list.reportAs('error', 'a');
  const subjects = Array.from({ length: mostReported * 3 }, (_, nth) => String(nth));
  for (const subject of subjects) report(first, describe, subject);
  const { violations } = list.result();
  expect(violations.map(({ message }) => message)).toEqual(subjects.slice(0, mostReported));
});

it('[RU6] the first in the fixed order are listed, for any order of reports, and all are counted', () => {
  const list = createViolationList();
  const [reportError, reportWarning] = [list.reportAs('error', 'a'), list.reportAs('warning', 'a')];
  let described = 0;
  const counted = (_on: unknown, message: string) => {
    described += 1;
    return { message };
  };
  for (let position = 50_000; position > 0; position -= 1) {
    const report = position % 2 === 0 ? reportError : reportWarning;
    report(nodeEntry(position), counted, String(position));
  }
  const { violations, total, errors } = list.result();
  expect({ total, errors, described }).toEqual({ total: 50_000, errors: 25_000, described: mostReported });
  expect(violations.map(({ blockId }) => blockId)).toEqual(
    Array.from({ length: mostReported }, (_, nth) => `n${nth + 1}`),
  );
});
