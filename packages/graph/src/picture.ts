import {
  type BlockVariant,
  type BotIdentity,
  type Catalog,
  createCatalog,
  type Diagram,
  type DiagramConnection,
  diffDiagrams,
  isDiagramConnection,
  isNode,
  type JsonObject,
  type JsonValue,
  jumpsIn,
  outputsOf,
  selectVariant,
  startPointId,
  type Violation,
} from '@botwright/core/diagram';
import { plainText } from './plain-text.ts';
import { summaryOf } from './summary.ts';

/** The change of a block or a connection since the former diagram. */
export type Change = 'added' | 'removed' | 'changed';

/** A violation or the finding of a lint. */
export type DrawnFinding = Pick<Violation, 'code' | 'severity' | 'message' | 'blockId'>;

/** Counts of conversations. */
export interface DrawnCoverage {
  /** Entries of each block, by its id. */
  readonly blocks: Readonly<Record<string, number>>;
  /** Uses of each output, by block and output. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Additions to the diagram. */
export interface PictureOptions {
  /** The kinds of block. Default: the shipped ones. */
  readonly catalog?: Catalog;
  /** Drawn on their blocks; findings without a block are listed. */
  readonly findings?: readonly DrawnFinding[];
  /** Draws how many conversations entered each block and took each output. */
  readonly coverage?: DrawnCoverage;
  /** The former diagram. Removed blocks and connections are drawn, too. */
  readonly before?: Diagram;
  /** The bot of the diagram, which jumps between its blocks name. Default: no jumps are drawn. */
  readonly bot?: BotIdentity;
  /** Determines the target of a jump that names no block. Default `native`. */
  readonly channelFamily?: string;
  /** The greeting slots of families without the usual one. */
  readonly greetingSlots?: ReadonlyMap<string, string>;
}

export interface PictureOutput {
  /** Such as `$success`. */
  readonly output: string;
  /** A text for people, such as the label of a button. */
  readonly label: string;
  /** Absent without coverage. */
  readonly times?: number;
}

/** A block of a picture, with its findings, change and visits. */
export interface PictureBlock {
  /** Its key in the diagram. */
  readonly id: string;
  /** The author's label; the id if there is none. */
  readonly title: string;
  /** Title of its kind; the template if the catalog lacks it. */
  readonly type: string;
  /** A summary of its params, in one line. */
  readonly text: string;
  /** The start point, which is not a block of the catalog. */
  readonly isStart: boolean;
  /** Conversations begin here, too: by what visitors type. */
  readonly isEntry?: true;
  /** Outputs of its kind in the order of editors, then others by which connections leave. */
  readonly outputs: readonly PictureOutput[];
  /** Violations and findings of lints on the block. */
  readonly findings: readonly DrawnFinding[];
  /** Absent for an unchanged block, and without comparison. */
  readonly change?: Change;
  /** Absent without coverage, and for the start. */
  readonly visits?: number;
  /** Its left upper corner on the canvas. */
  readonly position?: { readonly left: number; readonly top: number };
}

/** A connection or jump of a picture, with its change and the number of times it was taken. */
export interface PictureEdge {
  /** Key of the connection; for a jump `<from>~<to>`. */
  readonly id: string;
  /** Id of the block that it leaves. */
  readonly from: string;
  /** Such as `$success`. */
  readonly output: string;
  /** The label of the output. */
  readonly label: string;
  /** Id of the block that it enters. */
  readonly to: string;
  /** Absent for an unchanged connection, and without comparison. */
  readonly change?: Change;
  /** How many conversations took it; absent without coverage, and for a removed one. */
  readonly times?: number;
  /** A jump within the bot, which starts at the block and not at an output; `output` is `jump`. */
  readonly isJump?: true;
}

/** The contents of a picture, for all formats. */
export interface Picture {
  /** In diagram order; removed ones last. */
  readonly blocks: readonly PictureBlock[];
  /** Connections, then jumps; removed ones too. */
  readonly edges: readonly PictureEdge[];
  /** Findings without a block. */
  readonly findings: readonly DrawnFinding[];
  /** Whether `before` was given, so that changes are drawn. */
  readonly isCompared: boolean;
  /** Whether `coverage` was given, so that visits are drawn. */
  readonly hasCoverage: boolean;
}

/**
 * Collects the contents of a picture. Leaves out connections that do not join two blocks.
 *
 * @spec PI1, PI2, PI3, PI4, PI5, PI21, KW17
 */
export function pictureOf(diagram: Diagram, options: PictureOptions = {}): Picture {
  const { findings = [], coverage, before } = options;
  const drawing = prepare(diagram, options);
  const { nodes } = drawing;
  const connected = connectedEdges(drawing);
  const leaving = Map.groupBy(connected, ({ from }) => from);
  return {
    blocks: [...nodes].map(([id, node]) => blockOf(drawing, id, node, leaving.get(id) ?? [])),
    edges: [...connected, ...jumpEdges(drawing, options)],
    findings: findings.filter(({ blockId }) => blockId === undefined || !nodes.has(blockId)),
    isCompared: before !== undefined,
    hasCoverage: coverage !== undefined,
  };
}

interface Drawing {
  readonly diagram: Diagram;
  readonly before: Diagram | undefined;
  readonly diff: ReturnType<typeof diffDiagrams> | undefined;
  readonly catalog: Catalog;
  /** By id; removed blocks too. */
  readonly nodes: ReadonlyMap<string, JsonValue>;
  readonly changes: ReadonlyMap<string, Change>;
  readonly findings: ReadonlyMap<string | undefined, readonly DrawnFinding[]>;
  readonly coverage: DrawnCoverage | undefined;
}

function prepare(diagram: Diagram, { catalog = createCatalog(), findings = [], coverage, before }: PictureOptions) {
  const diff = before && diffDiagrams(before, diagram, { ignorePositions: true });
  const { added = [], changed = [], removed = [] } = diff?.blocks ?? {};
  const changes = new Map<string, Change>([
    ...added.map(({ id }): [string, Change] => [id, 'added']),
    ...changed.map(({ id }): [string, Change] => [id, 'changed']),
    ...removed.map(({ id }): [string, Change] => [id, 'removed']),
  ]);
  const nodes = new Map([
    ...Object.entries(diagram.nodes),
    ...removed.map(({ id, value }): [string, JsonValue] => [id, value]),
  ]);
  const found = Map.groupBy(findings, ({ blockId }) => blockId);
  return { diagram, before, diff, catalog, nodes, changes, findings: found, coverage } satisfies Drawing;
}

function connectedEdges(drawing: Drawing): readonly PictureEdge[] {
  return edgesOf(drawing)
    .filter(({ from, to }) => drawing.nodes.has(from) && drawing.nodes.has(to))
    .map((edge) => {
      const { from, output, change } = edge;
      return { ...edge, label: labelOf(drawing, from, output), ...timesOf(drawing, from, output, change) };
    });
}

/** Each entry of a block takes its jump. @spec CG14 */
function jumpEdges(
  { diagram, before, catalog, nodes, coverage }: Drawing,
  { bot, channelFamily = 'native', greetingSlots }: PictureOptions,
): readonly PictureEdge[] {
  if (bot === undefined) return [];
  const context = { catalog, channelFamily, bot, ...(greetingSlots && { greetingSlots }) };
  const edgesIn = (drawn: Diagram): readonly PictureEdge[] =>
    jumpsIn(drawn, context).map(({ from, to, isCall }) => ({
      id: `${from}~${to}`,
      from,
      output: 'jump',
      label: isCall ? 'call' : 'jump',
      to,
      isJump: true,
    }));
  const now = edgesIn(diagram);
  const then = before && edgesIn(before);
  const known = new Set(then?.map(({ id }) => id));
  const left = new Set(now.map(({ id }) => id));
  return [
    ...now.map((edge) => ({
      ...edge,
      ...(then !== undefined && !known.has(edge.id) && { change: 'added' as const }),
      ...(coverage !== undefined && { times: countIn(coverage.blocks, edge.from) }),
    })),
    ...(then ?? [])
      .filter(({ id, from, to }) => !left.has(id) && nodes.has(from) && nodes.has(to))
      .map((edge) => ({ ...edge, change: 'removed' as const })),
  ];
}

function blockOf(drawing: Drawing, id: string, node: JsonValue, leaving: readonly PictureEdge[]): PictureBlock {
  const { catalog, changes, findings, coverage } = drawing;
  const change = changes.get(id);
  const variant = variantOf(catalog, node);
  const known = variant && isNode(node) ? outputsOf(variant, node.params) : [];
  const outputs = [...new Set([...known, ...leaving.map(({ output }) => output)])];
  return {
    id,
    ...describe(catalog, id, node),
    isStart: id === startPointId,
    ...(isEntry(catalog, node) && { isEntry: true }),
    outputs: outputs.map((output) => ({
      output,
      label: labelOf(drawing, id, output),
      ...timesOf(drawing, id, output, change),
    })),
    findings: findings.get(id) ?? [],
    ...(change !== undefined && { change }),
    ...(coverage !== undefined && isCounted(id, change) && { visits: countIn(coverage.blocks, id) }),
    ...positionOf(node),
  };
}

function timesOf(
  { coverage }: Drawing,
  id: string,
  output: string,
  change: Change | undefined,
): Pick<PictureOutput, 'times'> {
  if (coverage === undefined || !isCounted(id, change)) return {};
  const taken = Object.hasOwn(coverage.outputs, id) ? coverage.outputs[id] : undefined;
  return { times: countIn(taken ?? {}, output) };
}

function isCounted(id: string, change: Change | undefined): boolean {
  return change !== 'removed' && id !== startPointId;
}

function countIn(counts: Readonly<Record<string, number>>, key: string): number {
  return Object.hasOwn(counts, key) ? (counts[key] as number) : 0;
}

function describe(catalog: Catalog, id: string, node: JsonValue): Pick<PictureBlock, 'title' | 'type' | 'text'> {
  if (!isNode(node)) return { title: plainText(id), type: 'malformed', text: '' };
  const { title: kind = node.template } = catalog.byTemplate(node.template) ?? {};
  const name = node['name'];
  const title = typeof name === 'string' && plainText(name) !== '' ? name : id === startPointId ? 'Start' : id;
  return { title: plainText(title), type: plainText(kind), text: plainText(summaryOf(node.params)) };
}

function isEntry(catalog: Catalog, node: JsonValue): boolean {
  return isNode(node) && catalog.byTemplate(node.template)?.entry === true;
}

function variantOf(catalog: Catalog, node: JsonValue | undefined): BlockVariant | undefined {
  if (!isNode(node)) return undefined;
  const definition = catalog.byTemplate(node.template);
  return definition && selectVariant(definition, node.params);
}

/** The label of the output's list entry, such as a button or a card; otherwise the output itself. */
function labelOf({ catalog, nodes, before }: Drawing, id: string, output: string): string {
  const former = before && Object.hasOwn(before.nodes, id) ? before.nodes[id] : undefined;
  const label = entryLabelOf(catalog, nodes.get(id), output) ?? entryLabelOf(catalog, former, output);
  return label ?? plainText(output.replace(/^\$/, ''));
}

function entryLabelOf(catalog: Catalog, node: JsonValue | undefined, output: string): string | undefined {
  for (const { param, each, prefix } of variantOf(catalog, node)?.outputDerivations ?? []) {
    const entries = isNode(node) ? node.params[param] : undefined;
    const list: readonly JsonValue[] = Array.isArray(entries) ? entries : [];
    const entry = list.find((one) => isObject(one) && `${prefix}${String(one[each])}` === output);
    const label = isObject(entry) ? (entry['title'] ?? entry['label'] ?? firstOf(entry['texts'])) : undefined;
    if (typeof label === 'string' && plainText(label) !== '') return plainText(label);
  }
  return undefined;
}

function firstOf(value: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(value) ? (value as readonly JsonValue[])[0] : undefined;
}

/** A connection without its label. */
type DrawnWay = Omit<PictureEdge, 'label' | 'times' | 'isJump'>;

/** The connections to draw. A connection with other ends than before is drawn as removed and as added. */
function edgesOf({ diagram, before, diff }: Drawing): readonly DrawnWay[] {
  const former = new Map((diff?.connections.changed ?? []).map((change) => [change.id, change.before]));
  const added = new Set((diff?.connections.added ?? []).map(({ id }) => id));
  const edges: DrawnWay[] = [];
  for (const [id, value] of Object.entries(diagram.connections)) {
    if (!isDiagramConnection(value)) continue;
    const was = former.get(id);
    if (was === undefined) {
      edges.push(edgeOf(id, value, added.has(id) && before !== undefined ? 'added' : undefined));
    } else if (isDiagramConnection(was) && !isSameWay(was, value)) {
      edges.push(edgeOf(id, was, 'removed'), edgeOf(id, value, 'added'));
    } else {
      edges.push(edgeOf(id, value, 'changed'));
    }
  }
  for (const { id, value } of diff?.connections.removed ?? []) {
    if (isDiagramConnection(value)) edges.push(edgeOf(id, value, 'removed'));
  }
  return edges;
}

function edgeOf(id: string, { sourcePath, type, targetPath }: DiagramConnection, change?: Change): DrawnWay {
  return { id, from: sourcePath, output: type, to: targetPath, ...(change !== undefined && { change }) };
}

function isSameWay(a: DiagramConnection, b: DiagramConnection): boolean {
  return a.sourcePath === b.sourcePath && a.type === b.type && a.targetPath === b.targetPath;
}

function positionOf(node: JsonValue): Pick<PictureBlock, 'position'> {
  if (!isObject(node)) return {};
  const { left, top } = node;
  return typeof left === 'number' && typeof top === 'number' ? { position: { left, top } } : {};
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
