import { expect, it } from 'vitest';
import type { ConnectionEntry, NodeEntry } from './diagram-index.ts';
import type { Finding } from './rule.ts';
import { createViolationList, mergeViolations, mostReported, type Violation } from './violation.ts';

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

const violation = (code: string, place: Pick<Violation, 'blockId' | 'connectionId'>): Violation => ({
  ...{ code, message: code, pointer: '', severity: 'error' },
  ...place,
});

it('[BO6][DR27] errors from outside the rules take their places in the order of the check', () => {
  const diagram = { nodes: { two: {}, one: {} }, connections: {} };
  const violations = [
    violation('b', {}),
    violation('b', { blockId: 'two' }),
    violation('a', { blockId: 'two', connectionId: 'y' }),
    violation('z', { blockId: 'two', connectionId: 'x' }),
    violation('b', { blockId: 'one' }),
    violation('a', { connectionId: 'w' }),
  ];
  const found = [
    violation('d', { blockId: 'gone' }),
    violation('c', { blockId: 'one' }),
    violation('a', { blockId: 'one' }),
    violation('c', { blockId: 'two' }),
  ];
  const places = (result: readonly Violation[]) =>
    result.map(({ code, blockId, connectionId }) => [code, blockId, connectionId].join(' '));
  const merged = mergeViolations(diagram, { violations, total: 20_000, errors: 15_000 }, found);
  expect([merged.total, merged.errors]).toEqual([20_004, 15_004]);
  expect(places(merged.violations)).toEqual([
    'b  ',
    'b two ',
    'c two ',
    'a two y',
    'z two x',
    'a one ',
    'b one ',
    'c one ',
    'd gone ',
    'a  w',
  ]);
  const check = { violations, total: 6, errors: 6 };
  expect(mergeViolations(diagram, check, [])).toEqual(check);
});

it('[BO6][RU6] the first of merged errors are listed, those with one code in the order in which they were found', () => {
  const listed = Array.from({ length: mostReported }, (_, nth) => ({
    ...violation('b', { blockId: 'one' }),
    message: `${nth}`,
  }));
  const found = ['x', 'y'].map((message) => ({ ...violation('b', { blockId: 'one' }), message }));
  const first = violation('a', { blockId: 'one' });
  const check = { violations: listed.slice(0, -2), total: mostReported - 2, errors: 0 };
  const { violations, total } = mergeViolations({ nodes: { one: {} }, connections: {} }, check, [...found, first]);
  expect(total).toBe(mostReported + 1);
  expect(violations.map(({ message }) => message)).toEqual([
    'a',
    ...check.violations.map(({ message }) => message),
    'x',
  ]);
});
