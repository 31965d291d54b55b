import { expect } from '@jest/globals';
import { simulate } from '../src/index.ts';
import '../src/jest.ts';
import { shop } from './bots.ts';

/** Is compiled and never run: `expect` of Jest knows the matchers. */
export function typesOfJest(): void {
  expect(shop).toBeValidDiagram();
  expect(simulate(shop)).not.toHaveSaid(/Hi/);
  // @ts-expect-error Expected 1-2 arguments, but got 0.
  expect(shop).toReach();
}
