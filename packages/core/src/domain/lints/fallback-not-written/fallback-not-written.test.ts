import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject, JsonValue } from '../../json/json-value.ts';

const ofExit = (fallback: JsonValue): JsonObject => ({
  exits: [
    { id: 'timeout', seconds: 9 },
    { id: 'skipped', label: 'No', fallback },
  ],
});

it.for<readonly [JsonObject, string | undefined]>([
  [{ ...ofExit('x'), destination: 'a' }, undefined],
  [{ ...ofExit(['@{b}']), destination: 'a' }, undefined],
  [ofExit('x'), 'the block has no "destination"'],
  [{ ...ofExit('x'), destination: ' ' }, 'the block has no "destination"'],
  [{ ...ofExit(null), destination: 'a' }, 'no Field holds this value'],
  [{ exits: [{ id: 'skipped', label: 'No' }, 7] }, undefined],
  [{ exits: 'skipped' }, undefined],
])('[EX23] the fallback of %j is not written: %s', ([params, because]) => {
  const found = findingsOf('fallback-not-written', greeted([node('a', 'var_email', { text: '?', ...params })]));
  expect(found.map(({ message, pointer }) => [message, pointer])).toEqual(
    because === undefined
      ? []
      : [
          [
            `Block "a": the fallback of entry 2 of "exits" is never written, as ${because}.`,
            '/nodes/a/params/exits/1/fallback',
          ],
        ],
  );
});
