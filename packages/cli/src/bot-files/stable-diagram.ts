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
  return {
    ...sortMembers(others),
    nodes: objectOf(
      sortBy(Object.entries(nodes), ([key]) => key).map(([key, node]) => [key, inOrder(node, readingOrder)]),
    ),
    connections: objectOf(
      sortBy(Object.entries(connections), outputOf).map(([key, value]) => [key, inOrder(value, connectionOrder)]),
    ),
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

function inOrder(value: JsonValue, names: readonly string[]): JsonValue {
  if (!isObject(value)) return sortMembers(value);
  const first = names.filter((name) => Object.hasOwn(value, name));
  const others = Object.keys(value).filter((name) => !names.includes(name));
  return objectOf(
    [...first, ...sortBy(others, (name) => name)].map((name) => [name, sortMembers(value[name] as JsonValue)]),
  );
}

/** Sorts members at every depth. */
function sortMembers<T extends JsonValue>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => sortMembers(item)) as unknown as T;
  if (!isObject(value)) return value;
  const members = sortBy(Object.entries(value), ([key]) => key);
  return objectOf(members.map(([key, member]) => [key, sortMembers(member as JsonValue)])) as T;
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
