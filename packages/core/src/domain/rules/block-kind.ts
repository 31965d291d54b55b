import type { BlockDefinition, BlockVariant, ParamDefinition } from '../blocks/block-definition.ts';
import type { Catalog } from '../blocks/catalog.ts';
import { paramsInForce, selectVariant } from '../blocks/variant.ts';
import { createFormulaReader, type FormulaReader } from '../formula/formula-reader.ts';
import { type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import { remembered } from '../remembered.ts';
import { acceptsAll, type ParamTest, paramTests } from './params/param-tests.ts';

/** A param, with its rules prepared as tests. */
export interface ReadyParam {
  readonly definition: ParamDefinition;
  readonly tests: readonly ParamTest[];
  /** Whether a value passes all tests. */
  readonly accepts: (value: JsonValue) => boolean;
}

/** Params that are checked together. */
export interface ParamSet {
  readonly params: readonly ReadyParam[];
  readonly find: (name: string) => ParamDefinition | undefined;
}

/** A variant, prepared for checks. */
export interface Shape extends ParamSet {
  readonly variant: BlockVariant;
  /** `undefined` when they depend on the params. */
  readonly outputs: ReadonlySet<string> | undefined;
}

/** A block definition, prepared for checks. */
export interface BlockKind {
  readonly definition: BlockDefinition;
  /** The names of the params of all variants. */
  readonly paramNames: ReadonlySet<string>;
  /** A loop of only such blocks can be endless. A function when it depends on the params. @spec RU54 */
  readonly runsOn: boolean | ((params: JsonObject) => boolean);
  /** Such blocks may jump: a reference names the target block. */
  readonly jumps: boolean;
  /** Such blocks may call: a jump may return. */
  readonly calls: boolean;
  /** The shape of all blocks of this kind, if it does not depend on the params. */
  readonly onlyShape: Shape | undefined;
  /** @returns `undefined` when no variant matches these params. */
  readonly shapeOf: (params: JsonObject) => Shape | undefined;
  /** Returns the params to check if no variant matches. @spec RU41 */
  readonly shapelessOf: (params: JsonObject) => ParamSet;
}

/** The blocks of a catalog, prepared for checks. */
export interface BlockKinds {
  find(template: string): BlockKind | undefined;
  /** Caches the faults of recent formulas. */
  readonly formulas: FormulaReader;
}

/**
 * Prepares the blocks of a catalog, each at the first check of its template. The only data from diagrams is a bounded
 * cache of formulas, so one object serves any number of checks.
 */
export function createBlockKinds(catalog: Catalog): BlockKinds {
  const kinds = new Map<string, BlockKind>();
  return {
    formulas: createFormulaReader(),
    find: (template) => {
      const definition = catalog.byTemplate(template);
      return definition && remembered(kinds, template, () => createBlockKind(definition, catalog));
    },
  };
}

const ofCatalogs = new WeakMap<Catalog, BlockKinds>();

/** Cached by catalog, so that checks of many diagrams prepare each block once. */
export function blockKindsOf(catalog: Catalog): BlockKinds {
  return remembered(ofCatalogs, catalog, () => createBlockKinds(catalog));
}

function createBlockKind(definition: BlockDefinition, catalog: Catalog): BlockKind {
  const shapes = new Map(
    definition.variants.map((variant): [BlockVariant, Shape] => {
      const outputs = variant.outputDerivations.length === 0 ? new Set(variant.outputs) : undefined;
      return [variant, { ...createParamSet(variant.params, catalog), variant, outputs }];
    }),
  );
  const [only] = definition.variants.length === 1 ? shapes.values() : [];
  const shapeOf = (params: JsonObject) => {
    const variant = selectVariant(definition, params);
    return variant && shapes.get(variant);
  };
  let shapeless: ParamSet | undefined;
  const shapelessOf = (params: JsonObject) => {
    shapeless ??= createParamSet(paramsInForce(definition, params), catalog);
    return shapeless;
  };
  const onlyShape = only?.variant.selector.length === 0 ? only : undefined;
  const paramNames = new Set(definition.variants.flatMap(({ params }) => params.map(({ name }) => name)));
  const runsOn = !definition.waits || (definition.mayGoOnAtOnce ?? false);
  const jumpsOf = definition.references?.filter((each) => each.to === 'bot' && each.block !== undefined) ?? [];
  const calls = jumpsOf.some((each) => each.to === 'bot' && each.mayReturn === true);
  return { definition, paramNames, runsOn, jumps: jumpsOf.length > 0, calls, onlyShape, shapeOf, shapelessOf };
}

function createParamSet(definitions: readonly ParamDefinition[], catalog: Catalog): ParamSet {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  return {
    params: definitions.map((definition) => {
      const tests = paramTests(definition, catalog.patternOf(definition));
      return { definition, tests, accepts: acceptsAll(tests) };
    }),
    find: (name) => byName.get(name),
  };
}

/**
 * Returns the effective value of a param: a missing param has its default.
 *
 * @returns `undefined` if it is missing without a default, is not read, or is not in the set.
 * @spec RU31, RU32
 */
export function readParam(set: ParamSet, params: JsonObject, name: string): JsonValue | undefined {
  const definition = set.find(name);
  return definition && counts(set, definition, params) ? sentOrDefault(definition, params) : undefined;
}

/** Whether the block reads the param. @spec RU31 */
export function counts(set: ParamSet, definition: ParamDefinition, params: JsonObject): boolean {
  const { readWhen } = definition;
  if (readWhen === undefined) return true;
  const deciding = set.find(readWhen.param);
  const value = deciding === undefined ? ownMember(params, readWhen.param) : sentOrDefault(deciding, params);
  return value !== undefined && readWhen.values.includes(value);
}

function sentOrDefault(definition: ParamDefinition, params: JsonObject): JsonValue | undefined {
  const value = ownMember(params, definition.name);
  return value === undefined ? definition.default : value;
}
