import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../../../scripts/depth.ts';
import { arbitraryDiagram, arbitraryFacts, probingCatalog } from '../../../test/arbitrary-diagram.ts';
import { naiveCheck } from '../../../test/naive-check.ts';
import type { JsonValue } from '../json/json-value.ts';
import { createBlockKinds } from './block-kind.ts';
import { checkDiagram, checkDiagramInSteps } from './check-diagram.ts';
import { ruleCodes } from './shipped-rules.ts';

const options = { seed: 20261121, numRuns: runs(300) };

it('[RU2][RU4][RU5][RU12] the check finds what a slow and simple check finds, in its order', () => {
  const seen = new Set<string>();
  void fc.assert(
    fc.property(arbitraryDiagram, arbitraryFacts, (diagram, facts) => {
      const context = { catalog: probingCatalog, ...facts };
      const { violations, total, errors } = checkDiagram(diagram, context);
      for (const { code } of violations) seen.add(code);
      const expected = naiveCheck(diagram, context);
      const places = violations.map(({ message, hint, ...place }) => place);
      expect({ places, total, errors }).toEqual({
        places: expected,
        total: expected.length,
        errors: expected.filter(({ severity }) => severity === 'error').length,
      });
    }),
    options,
  );
  // The comparison proves something only if every rule is broken at least once.
  expect([...seen].toSorted()).toEqual(ruleCodes.toSorted());
}, 120_000);

it('[RU1] checking a diagram twice gives the same result, and does not change the diagram', () => {
  void fc.assert(
    fc.property(arbitraryDiagram, arbitraryFacts, (diagram, facts) => {
      const context = { catalog: probingCatalog, ...facts };
      const text = JSON.stringify(diagram);
      const [one, other] = [diagram, JSON.parse(text)].map((given) => checkDiagram(deepFreeze(given), context));
      expect(one).toEqual(other);
      expect(JSON.stringify(diagram)).toBe(text);
    }),
    { ...options, numRuns: runs(100) },
  );
});

it('[RU1][RU58] the check gives the same result with block kinds that were used for other diagrams, and in steps', () => {
  const kinds = createBlockKinds(probingCatalog);
  void fc.assert(
    fc.property(arbitraryDiagram, arbitraryFacts, (diagram, facts) => {
      const context = { catalog: probingCatalog, ...facts };
      const checked = checkDiagram(diagram, context);
      expect(checkDiagram(diagram, context, kinds)).toEqual(checked);
      const steps = checkDiagramInSteps(diagram, context, kinds);
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      expect(step.value).toEqual(checked);
    }),
    { ...options, numRuns: runs(100) },
  );
});

it('[RU3][RU7][RU12] every violation has a pointer that resolves, a short message and a listed code', () => {
  void fc.assert(
    fc.property(arbitraryDiagram, arbitraryFacts, (diagram, facts) => {
      const context = { catalog: probingCatalog, ...facts };
      for (const { code, message, pointer } of checkDiagram(diagram, context).violations) {
        expect(resolve(diagram as JsonValue, pointer), pointer).toBe(true);
        expect(message.length).toBeGreaterThan(0);
        expect(message.length).toBeLessThan(400);
        expect(ruleCodes).toContain(code);
      }
    }),
    { ...options, numRuns: runs(150) },
  );
});

/** RFC 6901, written out. */
function resolve(root: JsonValue, pointer: string): boolean {
  let at: unknown = root;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false;
    at = (at as Record<string, unknown>)[key];
  }
  return pointer === '' || pointer.startsWith('/');
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
