import {
  type BlockDefinition,
  type Catalog,
  createCatalog,
  type JsonObject,
  type JsonValue,
} from '@botwright/core/diagram';

/** The blocks that results may hold: importers use a block or a param only if the catalog has it. @spec IM12 */
export interface BlocksAtHand {
  readonly catalog: Catalog;
  /** @throws {TypeError} When there is no such block: ask `has` first, except for the oldest blocks. */
  templateOf(name: string): string;
  has(name: string): boolean;
  hasParam(name: string, param: string): boolean;
  /** Whether the rules of a param allow a value. */
  allows(name: string, param: string, value: JsonValue): boolean;
  /** Whether a block's own check finds no fault, such as with an operator in a list of conditions. */
  accepts(name: string, params: JsonObject): boolean;
  /** The most entries of a list param. */
  mostOf(name: string, param: string): number;
}

/** @param catalog - Default: the shipped blocks. */
export function blocksAtHand(catalog: Catalog = createCatalog()): BlocksAtHand {
  const paramOf = (name: string, param: string) =>
    catalog
      .byName(name)
      ?.variants.flatMap(({ params }) => params)
      .find((each) => each.name === param);
  return {
    catalog,
    templateOf: (name) => required(catalog.byName(name), name).template,
    has: (name) => catalog.byName(name) !== undefined,
    hasParam: (name, param) => paramOf(name, param) !== undefined,
    allows: (name, param, value) => {
      const found = paramOf(name, param);
      const values = found?.rules.enum;
      return found !== undefined && (values === undefined || values.includes(value as string));
    },
    accepts: (name, params) => {
      const definition = catalog.byName(name);
      return definition !== undefined && (definition.check?.(params) ?? []).length === 0;
    },
    mostOf: (name, param) => paramOf(name, param)?.rules.maxItems ?? Number.POSITIVE_INFINITY,
  };
}

function required(definition: BlockDefinition | undefined, name: string): BlockDefinition {
  if (definition === undefined) throw new TypeError(`The catalog has no block ${JSON.stringify(name)}.`);
  return definition;
}
