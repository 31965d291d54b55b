import { type Diagram, isDiagramConnection, type JsonObject, type JsonValue } from '@botwright/core/diagram';

/** The members of a block and of a connection, in reading order. Other members follow. */
const readingOrder = ['id', 'path', 'template', 'name', 'top', 'left', 'isTarget', 'params'];
const connectionOrder = ['id', 'type', 'sourcePath', 'targetPath'];

/**
 * Sorts the unordered parts of a diagram, so that equal diagrams give equal texts. Keeps the order of lists and of
 * connections that leave one output: the first one is taken.
 *
 * @spec PU2
 */
export function stableDiagram({ nodes, connections, ...others }: Diagram): JsonObject {
  const inOrder = (map: JsonObject, by: (entry: readonly [string, unknown]) => string, first: readonly string[]) =>
    objectOf(sortBy(Object.entries(map), by).map(([key, value]) => [key, sortMembers(value, first)]));
  return {
    ...sortMembers(others),
    nodes: inOrder(nodes, ([key]) => key, readingOrder),
    connections: inOrder(connections, outputOf, connectionOrder),
  };
}

/** The text for comparing diagrams. @spec PU2 */
export const stableText = (diagram: Diagram): string => JSON.stringify(stableDiagram(diagram));

/** The output that a connection leaves from; a well-formed key begins with it. */
function outputOf([key, connection]: readonly [string, unknown]): string {
  return isDiagramConnection(connection as never)
    ? `${(connection as JsonObject)['sourcePath']}.${(connection as JsonObject)['type']}--`
    : key;
}

/**
 * Sorts members at every depth.
 *
 * @param first - Members of the value itself that come first, in this order.
 */
function sortMembers<T extends JsonValue>(value: T, first: readonly string[] = []): T {
  if (Array.isArray(value)) return value.map((item) => sortMembers(item)) as unknown as T;
  if (!isObject(value)) return value;
  const others = Object.keys(value).filter((name) => !first.includes(name));
  const names = [...first.filter((name) => Object.hasOwn(value, name)), ...sortBy(others, (name) => name)];
  return objectOf(names.map((name) => [name, sortMembers(value[name] as JsonValue)])) as T;
}

/** By UTF-16 units; stable. */
function sortBy<T>(items: readonly T[], by: (item: T) => string): T[] {
  return items.toSorted((a, b) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0));
}

/** Defines members, so that `__proto__` is an ordinary member. */
const objectOf = (entries: readonly (readonly [string, JsonValue])[]): JsonObject => Object.fromEntries(entries);

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
