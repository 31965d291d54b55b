import type { Extensions, Method, Operation } from '../../bots/operations/operation.ts';

/** Everything that one path serves. */
export interface Resource {
  readonly operations: ReadonlyMap<string, Operation>;
  /** Methods that the specification describes here and that are not switched on. */
  readonly notBuilt: ReadonlySet<string>;
  /** Value of the `Allow` header; empty when nothing of this path is built. */
  readonly allow: string;
}

export interface RouteMatch {
  readonly resource: Resource;
  readonly params: Readonly<Record<string, string>>;
}

export interface Router {
  /** @param segments - Decoded, below the base. */
  find(segments: readonly string[]): RouteMatch | undefined;
}

interface Branch {
  readonly literals: Map<string, Branch>;
  param?: { readonly name: string; readonly branch: Branch };
  resource?: MutableResource;
}

interface MutableResource {
  readonly operations: Map<string, Operation>;
  readonly notBuilt: Set<string>;
  allow: string;
}

const noParams: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Makes the router of a table. A literal segment goes before a parameter, and a parameter is never empty.
 *
 * @spec HT3, HT4
 */
export function createRouter(table: readonly Operation[], extensions: Extensions): Router {
  const root = newBranch();
  for (const operation of table) addOperation(root, operation, extensions);

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

function addOperation(root: Branch, operation: Operation, extensions: Extensions): void {
  let branch = root;
  for (const segment of operation.path.split('/').slice(1)) branch = enter(branch, segment);

  branch.resource ??= { operations: new Map(), notBuilt: new Set(), allow: '' };
  const { operations, notBuilt } = branch.resource;
  if (operation.needs !== undefined && !extensions[operation.needs]) {
    notBuilt.add(operation.method);
    return;
  }
  for (const method of methodsOf(operation.method)) operations.set(method, operation);
  branch.resource.allow = [...operations.keys()].join(', ');
}

function enter(branch: Branch, segment: string): Branch {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1];
  if (name !== undefined) {
    branch.param ??= { name, branch: newBranch() };
    return branch.param.branch;
  }
  const next = branch.literals.get(segment) ?? newBranch();
  branch.literals.set(segment, next);
  return next;
}

/** @spec HT7 */
function methodsOf(method: Method): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

function newBranch(): Branch {
  return { literals: new Map() };
}
