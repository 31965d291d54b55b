import type { Method } from './operation.ts';

/** The members of a table entry that the router uses. */
export interface Routed {
  readonly method: Method;
  readonly path: `/${string}`;
}

/** A path with all its operations. */
export interface Resource<TOperation> {
  /** The pattern in the table, such as `/bots/{bot_id}`. */
  readonly path: string;
  readonly operations: ReadonlyMap<string, TOperation>;
  /** Methods of operations that are described but not enabled. */
  readonly notServed: ReadonlySet<string>;
  /** Value of the `Allow` header; empty when nothing of this path is served. */
  readonly allow: string;
}

export interface RouteMatch<TOperation> {
  readonly resource: Resource<TOperation>;
  readonly params: Readonly<Record<string, string>>;
}

export interface Router<TOperation> {
  /** @param segments - Decoded, below the base. */
  find(segments: readonly string[]): RouteMatch<TOperation> | undefined;
}

interface Branch<TOperation> {
  readonly literals: Map<string, Branch<TOperation>>;
  param?: { readonly name: string; readonly branch: Branch<TOperation> };
  resource?: Resource<TOperation>;
}

const noParams: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Makes a router for an operation table. A literal segment takes precedence over a parameter, and a parameter never
 * matches an empty segment.
 *
 * @param isServed - `false` for entries that are only described. Default: all are served.
 * @spec HT3, HT4
 */
export function createRouter<TOperation extends Routed>(
  table: readonly TOperation[],
  isServed: (operation: TOperation) => boolean = () => true,
): Router<TOperation> {
  const root = newBranch<TOperation>();
  for (const [place, all] of Map.groupBy(table, ({ path }) => path.replaceAll(/\{\w+\}/g, '{}'))) {
    const path = all[0]?.path ?? place;
    const branch = path.split('/').slice(1).reduce(enter, root);
    branch.resource = resourceOf(path, all, isServed);
  }

  return {
    find(segments) {
      let branch = root;
      let params: Record<string, string> | undefined;
      for (const segment of segments) {
        const literal = branch.literals.get(segment);
        if (literal !== undefined) {
          branch = literal;
          continue;
        }
        if (branch.param === undefined || segment === '') return undefined;
        params ??= {};
        params[branch.param.name] = segment;
        branch = branch.param.branch;
      }
      return branch.resource && { resource: branch.resource, params: params ?? noParams };
    },
  };
}

function resourceOf<TOperation extends Routed>(
  path: string,
  all: readonly TOperation[],
  isServed: (operation: TOperation) => boolean,
): Resource<TOperation> {
  const operations = new Map(
    all.filter(isServed).flatMap((operation) => methodsOf(operation.method).map((method) => [method, operation])),
  );
  const notServed = all.filter((operation) => !isServed(operation)).map(({ method }) => method);
  return { path, operations, notServed: new Set(notServed), allow: [...operations.keys()].join(', ') };
}

function enter<TOperation>(branch: Branch<TOperation>, segment: string): Branch<TOperation> {
  const name = paramName(segment);
  if (name !== undefined) {
    branch.param ??= { name, branch: newBranch<TOperation>() };
    return branch.param.branch;
  }
  const next = branch.literals.get(segment) ?? newBranch<TOperation>();
  branch.literals.set(segment, next);
  return next;
}

/** @returns The name in a segment such as `{bot_id}`; `undefined` for a literal segment. */
export function paramName(segment: string): string | undefined {
  return /^\{(\w+)\}$/.exec(segment)?.[1];
}

/** @spec HT7 */
function methodsOf(method: Method): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

function newBranch<TOperation>(): Branch<TOperation> {
  return { literals: new Map() };
}
