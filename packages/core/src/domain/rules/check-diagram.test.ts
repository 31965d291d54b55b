import { expect, it } from 'vitest';
import { catalog, type Ends, greeted, placesOf, violationsOf } from '../../../test/check-fixture.ts';
import { connection, diagramOf, node } from '../../../test/diagram-fixture.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { createBlockKinds } from './block-kind.ts';
import { checkDiagram, checkDiagramInSteps } from './check-diagram.ts';
import { ruleCodes } from './shipped-rules.ts';

const native = { catalog, channelFamily: 'native' };

it('[RU12][RU44] the exported list has the codes of all shipped rules', () => {
  expect(ruleCodes.toSorted()).toEqual([
    'account_unknown',
    'block_not_on_channel_family',
    'connection_id_mismatch',
    'connection_malformed',
    'connection_source_unknown',
    'connection_target_unknown',
    'date_format_mismatch',
    'endless_loop',
    'exit_taken',
    'field_name_reserved',
    'formula_malformed',
    'greeting_not_allowed',
    'greeting_version',
    'keyword_taken',
    'keywords_too_many',
    'linked_bot_unknown',
    'linked_bot_unpublished',
    'linked_node_unknown',
    'model_unknown',
    'node_key_mismatch',
    'node_malformed',
    'node_path_mismatch',
    'output_connected_twice',
    'output_unknown',
    'param_enum',
    'param_max',
    'param_max_items',
    'param_max_length',
    'param_min',
    'param_min_items',
    'param_min_length',
    'param_non_empty',
    'param_pattern',
    'param_required',
    'param_type',
    'start_connection',
    'start_point',
    'target_not_allowed',
  ]);
});

it('[RU5] violations of the diagram come first, then of each block and its leaving connections, then of connections without a source', () => {
  const diagram = diagramOf(
    [node('b', 'chat', {}), node('a', 'yes_no', { destination: 5 })],
    [
      connection('ghost', '$success', 'a'),
      connection('a', '$maybe', 'nowhere'),
      connection('a', '$never', 'b'),
      connection('b', '$failed', 'a'),
    ],
  );
  expect(placesOf({ ...diagram, connections: { odd: 5, ...diagram.connections } })).toEqual([
    'start_connection /nodes',
    'param_required /nodes/b/params',
    'output_unknown /connections/b.$failed--a/type',
    'param_required /nodes/a/params',
    'param_type /nodes/a/params/destination',
    'connection_target_unknown /connections/a.$maybe--nowhere/targetPath',
    'output_unknown /connections/a.$maybe--nowhere/type',
    'output_unknown /connections/a.$never--b/type',
    'connection_malformed /connections/odd',
    'connection_source_unknown /connections/ghost.$success--a/sourcePath',
  ]);
});

it('[RU5] violations with equal codes come in the order of the catalog, with the rule of the block last', () => {
  const link = node('a', 'bot_link', { bot: 'nobody', bot_name: 5, node: 6 });
  expect(placesOf(greeted([link]))).toEqual([
    'param_type /nodes/a/params/node',
    'param_type /nodes/a/params/bot_name',
    'param_type /nodes/a/params/bot',
  ]);
});

it('[RU3] keys in a pointer are escaped', () => {
  expect(placesOf(greeted([node('a/b~c', 'chat', {})]))).toEqual(['param_required /nodes/a~1b~0c/params']);
});

it('[RU8] only violations about linked bots and accounts are warnings', () => {
  const diagram = greeted([
    node('jump', 'bot_link', { bot: 7 }),
    node('book', 'scheduler', { auth_id: 'x', scheduling_url: 'https://book.example.com' }),
    node('say', 'chat', { text: 5 }),
  ]);
  const context = { linkedBots: new Map([[7, { published: false }]]), connectedAccounts: new Set<string>() };
  expect(violationsOf(diagram, context).map(({ code, severity }) => [code, severity])).toEqual([
    ['linked_bot_unpublished', 'warning'],
    ['account_unknown', 'warning'],
    ['param_type', 'error'],
  ]);
});

it('[RU10] hostile keys of the maps are entries like any other', () => {
  const text = `{
    "nodes": {
      "hidden": {"id": "hidden", "template": "hidden", "params": {}},
      "welcome": {"id": "welcome", "template": "var_text", "params": {"text": "Hi", "version": 3}},
      "__proto__": {"id": "__proto__", "template": "chat", "params": {"__proto__": {"text": "inherited"}}},
      "constructor": {"id": "constructor", "template": "__proto__", "params": {}, "__proto__": {"isTarget": false}}
    },
    "connections": {
      "welcome.$success--__proto__": {"id": "welcome.$success--__proto__", "type": "$success", "sourcePath": "welcome", "targetPath": "__proto__"},
      "__proto__.$success--constructor": {"id": "__proto__.$success--constructor", "type": "$success", "sourcePath": "__proto__", "targetPath": "constructor"},
      "constructor.toString--welcome": {"id": "constructor.toString--welcome", "type": "toString", "sourcePath": "constructor", "targetPath": "welcome"}
    }
  }`;
  expect(placesOf(JSON.parse(text))).toEqual(['param_required /nodes/__proto__/params']);
});

it('[RU6][RU11] 20,000 broken blocks and 60,000 broken connections', () => {
  const ids = Array.from({ length: 20_000 }, (_, nth) => `n${nth}`);
  const blocks = ids.map((id): JsonObject => node(id, 'chat', {}));
  const ends = ids.flatMap((id): Ends[] => ['a', 'b', 'c'].map((output) => [id, output, 'nowhere']));
  const { violations, total, errors } = checkDiagram(greeted(blocks, ends), native);
  expect({ kept: violations.length, total, errors }).toEqual({ kept: 10_000, total: 140_000, errors: 140_000 });
  expect(violations.slice(0, 7).map(({ blockId, code }) => `${blockId} ${code}`)).toEqual([
    'n0 param_required',
    'n0 connection_target_unknown',
    'n0 output_unknown',
    'n0 connection_target_unknown',
    'n0 output_unknown',
    'n0 connection_target_unknown',
    'n0 output_unknown',
  ]);
  expect(violations.at(-1)?.blockId).toBe('n1428');
});

it('[RU11] a chain of 20,000 blocks', () => {
  const ids = Array.from({ length: 20_000 }, (_, nth) => `n${nth}`);
  const ends = ids.slice(1).map((id, nth): Ends => [`n${nth}`, '$success', id]);
  expect(
    placesOf(
      greeted(
        ids.map((id) => node(id, 'chat', { text: 'Hi' })),
        ends,
      ),
    ),
  ).toEqual([]);
});

it('[RU6][RU11][BL15] a list of 200,000 broken buttons is checked as far as its first 1,000', () => {
  const buttons: JsonValue[] = Array.from({ length: 200_000 }, () => 5);
  const { violations, total } = checkDiagram(greeted([node('menu', 'buttons', { text: 'Which?', buttons })]), native);
  expect([violations.length, total]).toEqual([1_001, 1_001]);
  expect(violations.slice(0, 2).map(({ pointer }) => pointer)).toEqual([
    '/nodes/menu/params/buttons',
    '/nodes/menu/params/buttons/0',
  ]);
});

it('[RU58] a check parses one formula in a step, and each once', () => {
  const set = (id: string, value: string) => node(id, 'formulas', { destination: 'f', expression: value });
  const diagram = greeted([set('a', '1 + 1'), set('b', '2 + 2'), set('c', '1 + 1')]);
  const kinds = createBlockKinds(catalog);
  const stepsOf = (checked: typeof diagram) => [...checkDiagramInSteps(checked, native, kinds)].length;
  const without = stepsOf(greeted([]));
  expect([stepsOf(diagram), stepsOf(diagram)]).toEqual([without + 2, without]);
});

it('[RU59] a check with a malformed rule of a host throws', () => {
  const ownRules = [{ code: 'acme_rule' }] as never;
  expect(() => checkDiagram(greeted([]), { ...native, ownRules })).toThrow(TypeError);
});
