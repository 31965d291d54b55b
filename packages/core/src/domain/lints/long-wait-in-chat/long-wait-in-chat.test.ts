import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

const waiting = (params: JsonObject) => greeted([node('pause', 'wait', params)], [['welcome', '$success', 'pause']]);

it.for<[JsonObject, readonly string[]]>([
  [{ seconds: 26 }, ['/nodes/pause']],
  [{ seconds: 25 }, []],
  [{ seconds: 26, exits: [{ id: 'interrupted' }] }, []],
  [{ seconds: 'long' }, []],
])('[WT40] with %j it reports %j', ([params, pointers]) => {
  expect(pointersOf('long-wait-in-chat', waiting(params))).toEqual(pointers);
});
