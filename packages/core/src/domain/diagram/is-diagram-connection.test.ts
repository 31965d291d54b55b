import { expect, it } from 'vitest';
import { connectionIdOf, isDiagramConnection } from './is-diagram-connection.ts';

const connection = { id: 'a.$success--b', type: '$success', sourcePath: 'a', targetPath: 'b' };

it('[DG6] four strings and whatever the author adds are well-formed', () => {
  expect(isDiagramConnection({ ...connection, color: null })).toBe(true);
});

it.for<readonly [string, unknown]>([
  ['a number', 1],
  ['null', null],
  ['a list', Object.values(connection)],
  ['undefined', undefined],
  ...Object.keys(connection).flatMap((member): [string, unknown][] => [
    [`null as ${member}`, { ...connection, [member]: null }],
    [`a number as ${member}`, { ...connection, [member]: 1 }],
    [`no ${member}`, Object.fromEntries(Object.entries(connection).filter(([key]) => key !== member))],
  ]),
])('[DG6] %s is malformed', ([, value]) => {
  expect(isDiagramConnection(value)).toBe(false);
});

it('[DG16] the id of a connection is made of its ends and its output', () => {
  expect(connectionIdOf(connection)).toBe('a.$success--b');
  expect(connectionIdOf({ sourcePath: '', type: 'true', targetPath: '__proto__' })).toBe('.true--__proto__');
});
