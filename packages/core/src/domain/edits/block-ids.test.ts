import { expect, it } from 'vitest';
import type { JsonObject } from '../json/json-value.ts';
import { assignBlockIds } from './block-ids.ts';

it.for<readonly [string, JsonObject, readonly (string | undefined)[], readonly string[], readonly string[]]>([
  ['an empty diagram', {}, [undefined, undefined], [], ['n0', 'n1']],
  ['stored blocks, malformed ones too', { n0: 5, n2: null }, [undefined, undefined], [], ['n1', 'n3']],
  ['blocks that are added by name', {}, [undefined, 'n0', undefined, 'n2'], [], ['n1', 'n0', 'n3', 'n2']],
  ['blocks that are deleted', { n0: {} }, [undefined], ['n0', 'n1'], ['n2']],
  ['look-alikes', { n00: {}, N0: {}, 'n0 ': {} }, [undefined], [], ['n0']],
])('[ED4] ids are free beside %s', ([, nodes, ids, deleted, expected]) => {
  const added = ids.map((id) => ({ type: 'send_text', ...(id !== undefined && { id }) }));
  expect(assignBlockIds(nodes, added, new Set(deleted))).toEqual(expected);
});
