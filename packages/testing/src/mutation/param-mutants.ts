import {
  isEqualJson,
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownMember,
} from '@botwright/core/conversation';
import {
  type BlockDefinition,
  type DiagramNode,
  isNode,
  type ParamDefinition,
  paramsInForce,
  startPointId,
} from '@botwright/core/diagram';
import type { DiagramGraph } from '../paths/diagram-graph.ts';
import { changedFormulas } from './formula-mutants.ts';
import { type JsonPath, partAt, replaceAt } from './json-edits.ts';
import { type Mutant, type MutantKind, pointerTo, shown } from './mutant.ts';

/** A change of the params of a block. */
interface ParamChange {
  readonly kind: MutantKind;
  readonly path: JsonPath;
  readonly params: JsonObject;
  readonly change: string;
}

/** A block whose params are changed. */
interface ChangedBlock {
  readonly graph: DiagramGraph;
  readonly block: string;
  readonly definition: BlockDefinition;
  readonly params: JsonObject;
}

/** Changes of the params of a reachable block, by the kinds of its params. @spec MU3, MU4 */
export function paramMutants(graph: DiagramGraph, block: string): readonly Mutant[] {
  const { diagram } = graph.bot;
  const node = diagram.nodes[block];
  const definition = isNode(node) ? graph.catalog.byTemplate(node.template) : undefined;
  if (!isNode(node) || definition === undefined) return [];
  const { params } = node;
  const changed: ChangedBlock = { graph, block, definition, params };
  const tested = paramsInForce(definition, params).filter(
    ({ name, isTestable, readWhen }) =>
      isTestable !== false &&
      name !== 'version' &&
      Object.hasOwn(params, name) &&
      (readWhen === undefined || readWhen.values.includes(params[readWhen.param] ?? readWhen.values[0] ?? null)),
  );
  const changes = [
    ...tested.flatMap((param) => ofParam(changed, param)),
    ...conditionsIn(params, []).flatMap((path) => ofCondition(params, path)),
    ...matchesIn(params, []).flatMap((path) => ofMatch(params, path)),
    ...savedPlaces(changed).flatMap((path) => ofDestination(changed, path)),
    ...formulaPlaces(changed).flatMap((path) => ofFormula(params, path)),
  ];
  return changes
    .filter((each) => !isEqualJson(each.params, params))
    .map(({ kind, path, change, params: next }) => ({
      kind,
      block,
      change,
      pointer: pointerTo(['nodes', block, 'params', ...path]),
      make: () => ({ ...diagram, nodes: { ...diagram.nodes, [block]: { ...(node as DiagramNode), params: next } } }),
    }));
}

function savedPlaces({ definition, params }: ChangedBlock): readonly JsonPath[] {
  return (definition.savesFields?.(params) ?? []).map(({ param, at = [] }) => [param, ...at]);
}

function formulaPlaces({ definition, params }: ChangedBlock): readonly JsonPath[] {
  const nested = (definition.nestedFormulas?.(params) ?? []).map(({ param, at }) => [param, ...at]);
  return [...(definition.formulas ?? []).map((param) => [param]), ...nested];
}

function ofParam(changed: ChangedBlock, param: ParamDefinition): readonly ParamChange[] {
  const { definition, params } = changed;
  const { name, rules, required } = param;
  const value = params[name] as JsonValue;
  const isUsual = param.default !== undefined && isEqualJson(value, param.default);
  const jump = definition.references?.find((reference) => reference.to === 'bot' && reference.block === name);
  if (jump !== undefined) return ofJump(changed, name);
  if (definition.references?.some((reference) => reference.param === name)) return [];
  if (savedPlaces(changed).some(([saved]) => saved === name) && !isJsonList(value)) return [];
  if (formulaPlaces(changed).some(([formula, ...at]) => formula === name && at.length === 0)) return [];
  if (name === 'match' && isJsonList(ownMember(params, 'conditions'))) return [];
  const other = rules.enum?.find((each) => each !== value && (param.default === undefined || each === param.default));
  if (rules.enum !== undefined) {
    const next = other ?? rules.enum.find((each) => each !== value);
    return next === undefined ? [] : [replaced(params, [name], next)];
  }
  if (typeof value === 'boolean') return [replaced(params, [name], !value)];
  if (typeof value === 'number')
    return [required || isUsual ? replaced(params, [name], changedNumber(value)) : removedParam(params, name)];
  if (isJsonList(value)) return ofList(changed, name, value, required || isUsual);
  if (typeof value !== 'string') return required || isUsual ? [] : [removedParam(params, name)];
  if (value.trim() === '') return [];
  const isAddress = [...(definition.urls ?? []), ...(definition.opens ?? [])].includes(name);
  return [isAddress ? changedAddress(params, [name]) : emptied(params, [name])];
}

/** A number that no small change reaches. */
function changedNumber(value: number): number {
  return value * 1_000 + 1;
}

function replaced(
  params: JsonObject,
  path: JsonPath,
  value: JsonValue,
  kind: MutantKind = 'value_changed',
): ParamChange {
  const change = `${nameOf(path)} is ${shown(value)} in place of ${shown(partAt(params, path))}`;
  return { kind, path, params: replaceAt(params, path, value) as JsonObject, change };
}

function removedParam(params: JsonObject, name: string): ParamChange {
  const change = `"${name}" is left out in place of ${shown(params[name])}`;
  return { kind: 'param_removed', path: [name], params: replaceAt(params, [name], undefined) as JsonObject, change };
}

function emptied(params: JsonObject, path: JsonPath): ParamChange {
  const change = `${nameOf(path)} is empty in place of ${shown(partAt(params, path))}`;
  return { kind: 'text_emptied', path, params: replaceAt(params, path, '') as JsonObject, change };
}

const otherAddress = 'https://elsewhere.example/';

function changedAddress(params: JsonObject, path: JsonPath): ParamChange {
  return replaced(params, path, otherAddress, 'address_changed');
}

/** A param and its parts as people read them, counted from 1: `"buttons" 2 "label"`. */
function nameOf(path: JsonPath): string {
  return path.map((key) => (typeof key === 'number' ? String(key + 1) : `"${key}"`)).join(' ');
}

function ofJump({ graph, block, params }: ChangedBlock, name: string): readonly ParamChange[] {
  const { nodes } = graph.bot.diagram;
  const target = params[name];
  if (typeof target !== 'string' || !Object.hasOwn(nodes, target)) return [];
  const other = [...graph.ways.keys()].find((id) => ![target, block, graph.greeting, startPointId].includes(id));
  return other === undefined ? [] : [replaced(params, [name], other, 'jump_moved')];
}

/** The most entries of one list that are changed. */
const mostEntries = 50;

function ofList(
  changed: ChangedBlock,
  name: string,
  list: readonly JsonValue[],
  required: boolean,
): readonly ParamChange[] {
  const { params, definition } = changed;
  const isOfConditions = conditionsIn(list, [name]).some((path) => path.length === 2);
  if (isOfConditions) return [];
  if (!list.some(isJsonObject)) {
    if (list.length === 0) return [];
    return required ? (list.length > 1 ? [withoutEntry(params, name, 0)] : []) : [removedParam(params, name)];
  }
  const isOffered = definition.offers?.param === name;
  return list.slice(0, mostEntries).flatMap((entry, at): readonly ParamChange[] => {
    if (!isJsonObject(entry)) return [];
    const isRemovable = list.length > 1 || !required;
    return [
      ...(isRemovable ? [withoutEntry(params, name, at)] : []),
      ...(isOffered ? inNextPlace(params, name, at) : []),
      ...Object.keys(entry).flatMap((member) => ofMember(changed, [name, at, member])),
    ];
  });
}

function withoutEntry(params: JsonObject, name: string, at: number): ParamChange {
  const path = [name, at];
  const change = `${nameOf(path)} is left out: ${shown(partAt(params, path))}`;
  return { kind: 'entry_removed', path, params: replaceAt(params, path, undefined) as JsonObject, change };
}

function inNextPlace(params: JsonObject, name: string, at: number): readonly ParamChange[] {
  const list = params[name] as readonly JsonValue[];
  const next = list[at + 1];
  if (next === undefined) return [];
  const swapped = list.with(at, next).with(at + 1, list[at] as JsonValue);
  const change = `${nameOf([name, at])} and ${at + 2} are swapped`;
  return [{ kind: 'order_swapped', path: [name, at], params: { ...params, [name]: swapped }, change }];
}

/** Changes of a member of an entry, where the definition of the block says what it is. */
function ofMember({ definition, params }: ChangedBlock, path: JsonPath): readonly ParamChange[] {
  const [name, , member] = path;
  const value = partAt(params, path);
  if (typeof value === 'number') return [replaced(params, path, changedNumber(value))];
  if (isJsonList(value) && value.length > 0 && value.every((each) => typeof each === 'string')) {
    const change = `${nameOf(path)} is left out in place of ${shown(value)}`;
    return [{ kind: 'param_removed', path, params: replaceAt(params, path, undefined) as JsonObject, change }];
  }
  if (typeof value !== 'string' || value.trim() === '') return [];
  // A script sees the labels of choices, and nothing else that a page shows with them.
  const { offers } = definition;
  if (offers !== undefined && offers.param === name) return offers.label === member ? [emptied(params, path)] : [];
  return definition.urls?.includes(`${name}/${member}`) === true ? [changedAddress(params, path)] : [];
}

/** By operator of a condition, its opposite, or else another one. */
const opposites: Readonly<Record<string, string>> = {
  is: 'is_not',
  is_not: 'is',
  contains: 'not_contains',
  not_contains: 'contains',
  starts_with: 'is_not',
  ends_with: 'is_not',
  greater: 'at_most',
  at_most: 'greater',
  less: 'at_least',
  at_least: 'less',
  is_set: 'is_not_set',
  is_not_set: 'is_set',
  matches: 'not_matches',
  not_matches: 'matches',
  is_one_of: 'is_not',
};

function isCondition(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && typeof value['field'] === 'string' && typeof value['operator'] === 'string';
}

/** The paths of all conditions in a value. */
function conditionsIn(value: JsonValue, path: JsonPath): readonly JsonPath[] {
  return objectsIn(value, path).flatMap(([at, object]) => (isCondition(object) ? [at] : []));
}

/** The paths of all objects that combine at least two conditions. */
function matchesIn(value: JsonValue, path: JsonPath): readonly JsonPath[] {
  return objectsIn(value, path).flatMap(([at, { conditions }]) =>
    isJsonList(conditions) && conditions.length > 1 ? [at] : [],
  );
}

function objectsIn(value: JsonValue, path: JsonPath): readonly (readonly [JsonPath, JsonObject])[] {
  if (isJsonList(value)) return value.slice(0, mostEntries).flatMap((each, at) => objectsIn(each, [...path, at]));
  if (!isJsonObject(value)) return [];
  return [[path, value], ...Object.entries(value).flatMap(([name, each]) => objectsIn(each, [...path, name]))];
}

function ofCondition(params: JsonObject, path: JsonPath): readonly ParamChange[] {
  const { operator = '', value } = partAt(params, path) as JsonObject;
  const opposite = Object.hasOwn(opposites, String(operator)) ? opposites[String(operator)] : undefined;
  const number =
    typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)) ? Number(value) : undefined;
  const isText = typeof value === 'string' && value !== '';
  const changed = number === undefined ? `${value} changed` : String(changedNumber(number));
  return [
    ...(opposite === undefined ? [] : [replaced(params, [...path, 'operator'], opposite, 'condition_turned')]),
    ...(isText || number !== undefined ? [replaced(params, [...path, 'value'], changed)] : []),
    ...(isOneOfSeveral(params, path) ? [withoutCondition(params, path)] : []),
  ];
}

function isOneOfSeveral(params: JsonObject, path: JsonPath): boolean {
  const list = partAt(params, path.slice(0, -1));
  return isJsonList(list) && list.length > 1;
}

function withoutCondition(params: JsonObject, path: JsonPath): ParamChange {
  const change = `${nameOf(path)} is left out: ${shown(partAt(params, path))}`;
  return { kind: 'condition_removed', path, params: replaceAt(params, path, undefined) as JsonObject, change };
}

function ofMatch(params: JsonObject, path: JsonPath): readonly ParamChange[] {
  const match = partAt(params, [...path, 'match']) ?? 'all';
  return [replaced(params, [...path, 'match'], match === 'any' ? 'all' : 'any', 'condition_turned')];
}

function ofDestination({ graph, params }: ChangedBlock, path: JsonPath): readonly ParamChange[] {
  const name = partAt(params, path);
  if (typeof name !== 'string') return [];
  const fields = fieldsOf(graph);
  const other = fields[(fields.indexOf(name) + 1) % fields.length] ?? name;
  return [replaced(params, path, other === name ? `${name} 2` : other, 'destination_changed')];
}

function fieldsOf({ bot, catalog, ways }: DiagramGraph): readonly string[] {
  const names = [...ways.keys()].flatMap((block) => {
    const node = bot.diagram.nodes[block];
    if (!isNode(node)) return [];
    return (catalog.byTemplate(node.template)?.savesFields?.(node.params) ?? []).map(({ name }) => name);
  });
  return [...new Set(names)];
}

function ofFormula(params: JsonObject, path: JsonPath): readonly ParamChange[] {
  const written = partAt(params, path);
  if (typeof written !== 'string') return [];
  return changedFormulas(written).map(({ expression, change }) => ({
    kind: 'formula_changed' as const,
    path,
    params: replaceAt(params, path, expression) as JsonObject,
    change: `${nameOf(path)} has ${change}`,
  }));
}
