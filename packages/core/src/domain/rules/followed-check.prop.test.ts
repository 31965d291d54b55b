import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbitraryDiagram, arbitraryFacts, probingCatalog } from '../../../test/arbitrary-diagram.ts';
import type { Diagram } from '../diagram/diagram.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { defineRule } from '../own-rules/own-rule.ts';
import { createBlockKinds } from './block-kind.ts';
import { checkDiagram } from './check-diagram.ts';
import type { ChangedEntries } from './editable-index.ts';
import { followCheck } from './followed-check.ts';
import { ruleCodes } from './shipped-rules.ts';
import { mostReported } from './violation.ts';

const ownRules = [
  defineRule({
    code: 'too-many-blocks',
    description: 'A bot has at most three blocks.',
    check: ({ blocks }, report) => {
      for (const { id } of blocks.slice(3)) report({ block: id, message: `One more than three: ${id}.` });
    },
  }),
];

/** An edit: writes entries of another diagram, and removes some of this one. */
const arbitraryEdit = fc.record({
  from: arbitraryDiagram,
  writtenNodes: fc.array(fc.nat(6), { maxLength: 3 }),
  writtenConnections: fc.array(fc.nat(6), { maxLength: 3 }),
  removedNodes: fc.array(fc.nat(6), { maxLength: 2 }),
  removedConnections: fc.array(fc.nat(6), { maxLength: 2 }),
});

type Edit = typeof arbitraryEdit extends fc.Arbitrary<infer T> ? T : never;

function apply(diagram: Diagram, edit: Edit): ChangedEntries {
  return {
    nodes: applyTo(diagram.nodes, edit.from.nodes, edit.writtenNodes, edit.removedNodes),
    connections: applyTo(diagram.connections, edit.from.connections, edit.writtenConnections, edit.removedConnections),
  };
}

function applyTo(map: JsonObject, from: JsonObject, written: number[], removed: number[]): string[] {
  const target = map as Record<string, JsonValue>;
  const keys = [...new Set(written.flatMap((nth) => Object.keys(from)[nth] ?? []))];
  // A key that is both removed and written stays at its place.
  const gone = [...new Set(removed.flatMap((nth) => Object.keys(map)[nth] ?? []))].filter((key) => !keys.includes(key));
  for (const key of gone) delete target[key];
  for (const key of keys) {
    Object.defineProperty(target, key, { value: from[key], writable: true, enumerable: true, configurable: true });
  }
  return [...gone, ...keys];
}

it('[RU62] after any edits and changes of facts, a followed check finds what a full check finds, in its order', () => {
  const seen = new Set<string>();
  let followed = 0;
  let refused = 0;
  void fc.assert(
    fc.property(
      arbitraryDiagram,
      arbitraryFacts,
      fc.array(fc.tuple(arbitraryEdit, arbitraryFacts), { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      (first, facts, edits, hasOwnRules) => {
        const diagram = JSON.parse(JSON.stringify(first)) as Diagram;
        const kinds = createBlockKinds(probingCatalog);
        const contextOf = (given: typeof facts) => ({
          catalog: probingCatalog,
          channelFamily: facts.channelFamily,
          ...(facts.greetingSlots && { greetingSlots: facts.greetingSlots }),
          ...(facts.bot && { bot: facts.bot }),
          ...(given.linkedBots && { linkedBots: given.linkedBots }),
          ...(given.connectedAccounts && { connectedAccounts: given.connectedAccounts }),
          ...(given.models && { models: given.models }),
          ...(hasOwnRules && { ownRules }),
        });
        let check = followCheck(diagram, contextOf(facts), kinds);
        expect(check?.result()).toEqual(checkDiagram(diagram, contextOf(facts)));
        for (const [edit, then] of edits) {
          const context = contextOf(then);
          const changed = apply(diagram, edit);
          const couldFollow = check?.follow(changed, context) === true;
          if (couldFollow) followed += 1;
          else refused += 1;
          if (!couldFollow) check = followCheck(diagram, context, kinds);
          const expected = checkDiagram(JSON.parse(JSON.stringify(diagram)) as Diagram, context);
          for (const { code } of expected.violations) seen.add(code);
          expect(check?.result()).toEqual(expected);
        }
      },
    ),
    { seed: 20261123, numRuns: 700 },
  );
  expect([...seen].toSorted()).toEqual([...ruleCodes, 'too-many-blocks'].toSorted());
  expect(followed).toBeGreaterThan(refused);
}, 120_000);

it('[RU62] a diagram that breaks rules very often is not followed', () => {
  const nodes = Object.fromEntries(Array.from({ length: 2 * mostReported + 1 }, (_, nth) => [`n${nth}`, nth]));
  const context = { catalog: probingCatalog, channelFamily: 'native' };
  expect(followCheck({ nodes, connections: {} }, context, createBlockKinds(probingCatalog))).toBeUndefined();
});

it('[RU62] a removal of most of many connections of one block is not followed one by one', () => {
  const connections = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, nth) => {
      const id = `welcome.o${nth}--end`;
      return [id, { id, type: `o${nth}`, sourcePath: 'welcome', targetPath: 'end' }];
    }),
  );
  const nodes = { welcome: { id: 'welcome', template: 'no_such', params: {} } };
  const diagram = { nodes, connections };
  const context = { catalog: probingCatalog, channelFamily: 'native' };
  const check = followCheck(diagram, context, createBlockKinds(probingCatalog));
  const removed = Object.keys(connections).reverse();
  for (const key of removed) delete connections[key];
  expect(check?.follow({ nodes: [], connections: removed }, context)).toBe(false);
});
