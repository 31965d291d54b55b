import { parse } from '@bufbuild/cel';
import type { BlockDefinition, BlockVariant, ParamDefinition } from '../src/domain/blocks/block-definition.ts';
import type { Diagram } from '../src/domain/diagram/diagram.ts';
import type { CheckContext } from '../src/domain/rules/rule.ts';

/** A violation without its words. */
export interface Place {
  readonly code: string;
  readonly blockId?: string;
  readonly param?: string;
  readonly connectionId?: string;
  readonly output?: string;
  readonly pointer: string;
  readonly severity: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a slow and plain second opinion, which trusts no type of the first.
type Json = any;

const isObject = (value: Json) => Object.prototype.toString.call(value) === '[object Object]';
const has = (object: Json, key: string) => Object.getOwnPropertyNames(object).includes(key);
const get = (object: Json, key: string): Json => Object.entries(object).find(([name]) => name === key)?.[1];
const escaped = (token: unknown) => String(token).split('~').join('~0').split('/').join('~1');
const point = (...tokens: unknown[]) => tokens.map((token) => `/${escaped(token)}`).join('');

function isSoundNode(value: Json): boolean {
  if (!isObject(value)) return false;
  const optional = { path: 'string', name: 'string', top: 'number', left: 'number', isTarget: 'boolean' };
  return (
    typeof get(value, 'id') === 'string' &&
    typeof get(value, 'template') === 'string' &&
    isObject(get(value, 'params')) &&
    Object.entries(optional).every(([name, type]) => !has(value, name) || typeof get(value, name) === type)
  );
}

function isSoundConnection(value: Json): boolean {
  if (!isObject(value)) return false;
  return ['id', 'type', 'sourcePath', 'targetPath'].every((name) => typeof get(value, name) === 'string');
}

/** Checks a diagram rule by rule with nested loops over the plain JSON: the oracle of the fast check. */
export function naiveCheck(diagram: Diagram, context: CheckContext): readonly Place[] {
  const nodes: [string, Json][] = Object.entries(diagram.nodes);
  const connections: [string, Json][] = Object.entries(diagram.connections);
  const nodeAt = (key: string): Json => nodes.find(([name]) => name === key)?.[1];
  const isThere = (key: string) => nodes.some(([name]) => name === key);
  const isSound = (key: string) => isThere(key) && isSoundNode(nodeAt(key));
  const slot =
    context.greetingSlots?.get(context.channelFamily) ?? (context.channelFamily === 'native' ? 'welcome' : 'bot_start');
  const definitionOf = (key: string): BlockDefinition | undefined =>
    isSound(key)
      ? context.catalog.definitions.find(({ template }) => template === get(nodeAt(key), 'template'))
      : undefined;
  const warnings = ['account_unknown', 'model_unknown', 'linked_bot_unpublished', 'linked_node_unknown elsewhere'];
  const isOwnName = (value: Json) =>
    typeof value === 'number'
      ? Number.isSafeInteger(value) && value === context.bot?.number
      : typeof value === 'string' &&
        context.bot?.id !== undefined &&
        value.toLowerCase() === context.bot.id.toLowerCase();
  const inCodeOrder = (places: readonly Omit<Place, 'severity'>[]): readonly Place[] =>
    [...new Set(places.map(({ code }) => code))]
      .sort()
      .flatMap((code) => places.filter((place) => place.code === code))
      .map((place) => ({
        ...place,
        code: place.code.replace(' elsewhere', ''),
        severity: warnings.includes(place.code) ? 'warning' : 'error',
      }));

  function ofDiagram(): Omit<Place, 'severity'>[] {
    const found = [];
    if (!isThere('hidden')) found.push({ code: 'start_point', pointer: '/nodes' });
    if (!isThere(slot)) found.push({ code: 'start_connection', pointer: '/nodes' });
    return found;
  }

  function ofNode(key: string, node: Json): Omit<Place, 'severity'>[] {
    const found: Omit<Place, 'severity'>[] = [];
    const add = (code: string, at: unknown[], param?: string) =>
      found.push({ code, blockId: key, pointer: point('nodes', key, ...at), ...(param !== undefined && { param }) });
    if (!isSoundNode(node)) {
      const order = ['id', 'template', 'params', 'path', 'name', 'top', 'left', 'isTarget'];
      const culprit = isObject(node)
        ? order.find((name) =>
            has(node, name) ? !isSoundNode({ ...sound, [name]: get(node, name) }) : !isSoundNode(without(sound, name)),
          )
        : undefined;
      add('node_malformed', culprit !== undefined && has(node, culprit) ? [culprit] : []);
      return found;
    }

    const params = get(node, 'params');
    const definition = definitionOf(key);
    const id = get(node, 'id');
    if (key === 'hidden' && get(node, 'template') !== 'hidden') add('start_point', ['template']);
    if (id !== key) add('node_key_mismatch', ['id']);
    if (has(node, 'path') && get(node, 'path') !== id) add('node_path_mismatch', ['path']);
    if (cycleHeads().includes(key)) add('endless_loop', []);
    if (definition === undefined) return found;

    if (key === slot && context.channelFamily === 'native') {
      if (!definition.canBeWelcome) add('greeting_not_allowed', ['template']);
      else if (definition.group === 'questions' && get(params, 'quiet') === true) {
        add('greeting_not_allowed', ['params', 'quiet'], 'quiet');
      }
      const at = has(params, 'version') ? ['params', 'version'] : ['params'];
      if (get(params, 'version') !== 3) add('greeting_version', at, 'version');
    }
    const variant = pickVariant(definition, params);
    if (variant?.channelRestriction && !variant.channelRestriction.includes(context.channelFamily)) {
      add('block_not_on_channel_family', ['template']);
    }

    const checked = variant?.params ?? commonParams(definition);
    for (const param of checked) {
      if (!isRead(param, checked, params)) continue;
      const at = has(params, param.name) ? ['params', param.name] : ['params'];
      for (const code of paramCodes(param, params)) add(code, at, param.name);
    }
    if (variant === undefined && definition.variants.length > 0) {
      const selecting = definition.variants.flatMap(({ selector }) => selector.map(({ param }) => param));
      if (!found.some(({ code, param = '' }) => code.startsWith('param_') && selecting.includes(param))) {
        const culprit =
          selecting.find((name) => !isTaken(definition, name, sentOrDefault(checked, params, name))) ?? selecting[0];
        if (culprit !== undefined) add('param_enum', has(params, culprit) ? ['params', culprit] : ['params'], culprit);
      }
    }
    const readable = Object.fromEntries(
      Object.entries(params).filter(([name, value]) =>
        checked.every((param) => param.name !== name || isOfType(value, param)),
      ),
    ) as Json;
    for (const problem of definition.check?.(readable) ?? []) {
      const at = has(params, problem.param) ? ['params', problem.param, ...(problem.at ?? [])] : ['params'];
      add(problem.code, at, problem.param);
    }
    for (const param of definition.name === 'formulas' ? ['expression'] : []) {
      const expression = get(params, param);
      if (typeof expression === 'string' && expression.trim() !== '' && !isFormula(expression)) {
        add('formula_malformed', ['params', param], param);
      }
    }
    for (const { param, at, expression } of definition.nestedFormulas?.(readable) ?? []) {
      if (!isFormula(expression)) add('formula_malformed', ['params', param, ...at], param);
    }
    for (const { name, param, at = [] } of definition.savesFields?.(readable) ?? []) {
      if (reserved.includes(name)) add('field_name_reserved', ['params', param, ...at], param);
    }
    for (const reference of definition.references ?? []) {
      const param = checked.find(({ name }) => name === reference.param);
      if (param === undefined || !isRead(param, checked, params)) continue;
      const value = sentOrDefault(checked, params, reference.param);
      const at = has(params, reference.param) ? ['params', reference.param] : ['params'];
      const isOwn = reference.to === 'bot' && isOwnName(value);
      const wanted =
        reference.to === 'bot' && reference.block !== undefined ? jumpedTo(key, reference.block) : undefined;
      if (reference.to === 'bot' && reference.block !== undefined && wanted !== undefined && wanted !== '') {
        const place = has(params, reference.block) ? ['params', reference.block] : ['params'];
        const targets = context.linkedBots?.get(value)?.targets;
        if (isOwn) {
          const isTarget = isThere(wanted) && !(isSound(wanted) && get(nodeAt(wanted), 'isTarget') === false);
          if (!isTarget) add('linked_node_unknown', place, reference.block);
        } else if (Number.isSafeInteger(value) && targets && !targets.has(wanted)) {
          add('linked_node_unknown elsewhere', place, reference.block);
        }
      }
      if (reference.to === 'bot' && !isOwn && Number.isSafeInteger(value) && context.linkedBots) {
        const bot = context.linkedBots.get(value);
        if (bot === undefined) add('linked_bot_unknown', at, reference.param);
        else if (!bot.published) add('linked_bot_unpublished', at, reference.param);
      }
      if (reference.to === 'account' && typeof value === 'string' && value.trim() !== '' && context.connectedAccounts) {
        if (!context.connectedAccounts.has(`${reference.kind}:${value}`)) add('account_unknown', at, reference.param);
      }
      if (reference.to === 'model' && typeof value === 'string' && value.trim() !== '' && context.models) {
        if (!context.models.has(value)) add('model_unknown', at, reference.param);
      }
    }
    return found;
  }

  function ofConnection(key: string, connection: Json, nth: number): Omit<Place, 'severity'>[] {
    const found: Omit<Place, 'severity'>[] = [];
    const source = isSoundConnection(connection) ? get(connection, 'sourcePath') : undefined;
    const blockId = source !== undefined && isThere(source) ? { blockId: source } : {};
    const add = (code: string, at: unknown[], output?: string) =>
      found.push({
        code,
        ...blockId,
        connectionId: key,
        pointer: point('connections', key, ...at),
        ...(output !== undefined && { output }),
      });
    if (!isSoundConnection(connection)) {
      const culprit = isObject(connection)
        ? ['id', 'type', 'sourcePath', 'targetPath'].find((name) => typeof get(connection, name) !== 'string')
        : undefined;
      add('connection_malformed', culprit !== undefined && has(connection, culprit) ? [culprit] : []);
      return found;
    }

    const [id, type, target] = ['id', 'type', 'targetPath'].map((name): string => get(connection, name));
    if (id !== key || id !== `${source}.${type}--${target}`) add('connection_id_mismatch', ['id']);
    if (!isThere(source)) add('connection_source_unknown', ['sourcePath']);
    if (!isThere(target as string)) add('connection_target_unknown', ['targetPath']);
    if (source === 'hidden' && target !== slot) add('start_connection', ['targetPath']);
    if (isSound(target as string) && get(nodeAt(target as string), 'isTarget') === false) {
      add('target_not_allowed', ['targetPath']);
    }
    const definition = definitionOf(source);
    const variant = definition && pickVariant(definition, get(nodeAt(source), 'params'));
    if (variant !== undefined) {
      if (!outputs(variant, get(nodeAt(source), 'params')).includes(type as string))
        add('output_unknown', ['type'], type);
      const earlier = connections
        .slice(0, nth)
        .some(
          ([, other]) => isSoundConnection(other) && get(other, 'sourcePath') === source && get(other, 'type') === type,
        );
      if (earlier) add('output_connected_twice', ['type'], type);
    }
    return found;
  }

  function runs(key: string): boolean {
    const definition = definitionOf(key);
    const isSkipped = definition?.group === 'questions' && get(get(nodeAt(key), 'params'), 'skipIfSet') === true;
    return definition?.waits === false || ['scheduler', 'language_model'].includes(definition?.name ?? '') || isSkipped;
  }

  /** The block that a param of a block names; blank: its greeting; `undefined`: the block does not read the param. */
  function jumpedTo(key: string, param: string): string | undefined {
    const definition = definitionOf(key);
    const params = get(nodeAt(key), 'params');
    const checked = definition && (pickVariant(definition, params)?.params ?? commonParams(definition));
    const described = checked?.find(({ name }) => name === param);
    if (checked === undefined || described === undefined || !isRead(described, checked, params)) return '';
    const value = sentOrDefault(checked, params, param);
    return typeof value === 'string' ? value.trim() : '';
  }

  function jumpsFrom(key: string): readonly string[] {
    const definition = definitionOf(key);
    const params = definition && get(nodeAt(key), 'params');
    const checked = definition && (pickVariant(definition, params)?.params ?? commonParams(definition));
    return (definition?.references ?? []).flatMap((reference) => {
      if (reference.to !== 'bot' || reference.block === undefined || checked === undefined) return [];
      const described = checked.find(({ name }) => name === reference.param);
      if (described === undefined || !isRead(described, checked, params)) return [];
      if (!isOwnName(sentOrDefault(checked, params, reference.param))) return [];
      const named = jumpedTo(key, reference.block);
      if (named !== '') return [named as string];
      if (isThere(slot) || !isThere('hidden')) return [slot];
      const first = connections.find(([, one]) => isSoundConnection(one) && get(one, 'sourcePath') === 'hidden');
      return first === undefined ? [] : [get(first[1], 'targetPath') as string];
    });
  }

  function connectionsFrom(key: string): readonly (readonly [output: string, target: string])[] {
    return connections
      .filter(([, one]) => isSoundConnection(one) && get(one, 'sourcePath') === key)
      .map(([, one]) => [get(one, 'type'), get(one, 'targetPath')] as const);
  }

  function outputsFrom(key: string): readonly string[] {
    const definition = definitionOf(key);
    const params = get(nodeAt(key), 'params');
    const variant = definition && pickVariant(definition, params);
    return variant === undefined ? [] : outputs(variant, params);
  }

  /** A call within the bot. */
  function calls(key: string): boolean {
    const definition = definitionOf(key);
    const mayCall = definition?.references?.some((one) => one.to === 'bot' && one.mayReturn === true) === true;
    return mayCall && outputsFrom(key).includes('$success') && jumpsFrom(key).some(isThere);
  }

  /** The blocks from which a call returns without waiting, grown until nothing is added. */
  function returning(): ReadonlySet<string> {
    const found = new Set<string>();
    const isReturning = (key: string): boolean => {
      if (!runs(key)) return false;
      const leaving = connectionsFrom(key);
      const isOpen = (output: string) => !leaving.some(([one]) => one === output);
      if (!calls(key)) {
        return (
          definitionOf(key)?.goesBack === true ||
          outputsFrom(key).some(isOpen) ||
          [...leaving.map(([, target]) => target), ...jumpsFrom(key)].some((target) => found.has(target))
        );
      }
      const after = leaving.filter(([output]) => output === '$success').map(([, target]) => target);
      return (
        found.has(jumpsFrom(key).find(isThere) as string) &&
        (isOpen('$success') || after.some((target) => found.has(target)))
      );
    };
    for (let size = -1; size < found.size; ) {
      size = found.size;
      for (const [key] of nodes) if (isReturning(key)) found.add(key);
    }
    return found;
  }

  function stepsFrom(key: string): readonly string[] {
    const stored = connectionsFrom(key)
      .filter(
        ([output]) => output !== '$success' || !calls(key) || returning().has(jumpsFrom(key).find(isThere) as string),
      )
      .map(([, target]) => target);
    return [...(key === 'hidden' ? [slot] : []), ...stored, ...jumpsFrom(key)].filter(
      (target) => runs(key) && runs(target),
    );
  }

  function reachedFrom(key: string): ReadonlySet<string> {
    const reached = new Set(stepsFrom(key));
    for (const one of reached) for (const next of stepsFrom(one)) reached.add(next);
    return reached;
  }

  function cycleHeads(): readonly string[] {
    const keys = nodes.map(([key]) => key).filter((key) => reachedFrom(key).has(key));
    return keys.filter(
      (key, nth) => !keys.slice(0, nth).some((other) => reachedFrom(key).has(other) && reachedFrom(other).has(key)),
    );
  }

  const isLoose = ([, one]: [string, Json]) => !isSoundConnection(one) || !isThere(get(one, 'sourcePath'));
  const checked = connections.map(([key, one], nth) => ({
    key,
    one,
    places: inCodeOrder(ofConnection(key, one, nth)),
  }));
  return [
    ...inCodeOrder(ofDiagram()),
    ...nodes.flatMap(([key, node]) => [
      ...inCodeOrder(ofNode(key, node)),
      ...checked
        .filter(({ key: name, one }) => !isLoose([name, one]) && get(one, 'sourcePath') === key)
        .flatMap(({ places }) => places),
    ]),
    ...checked.filter(({ key, one }) => isLoose([key, one])).flatMap(({ places }) => places),
  ];
}

const reserved = 'id agent_id archived opt_in register_date channel_id unread last_message_at token is_external'.split(
  ' ',
);

function isFormula(expression: string): boolean {
  try {
    parse(expression);
    return true;
  } catch {
    return false;
  }
}

const sound = { id: 'x', template: 'x', params: {}, path: 'x', name: 'x', top: 0, left: 0, isTarget: true };

function without(object: Json, name: string): Json {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

function sentOrDefault(params: readonly ParamDefinition[], sent: Json, name: string): Json {
  return has(sent, name) ? get(sent, name) : params.find((param) => param.name === name)?.default;
}

function pickVariant(definition: BlockDefinition, sent: Json): BlockVariant | undefined {
  return definition.variants.find((variant) =>
    variant.selector.every(({ param, values }) => values.includes(sentOrDefault(variant.params, sent, param))),
  );
}

function commonParams({ variants: [first, ...others] }: BlockDefinition): readonly ParamDefinition[] {
  const isCommon = ({ name }: ParamDefinition) =>
    others.every(({ params }) => params.map((param) => param.name).includes(name));
  return first?.params.filter(isCommon) ?? [];
}

function isTaken(definition: BlockDefinition, name: string, value: Json): boolean {
  return definition.variants.some(({ selector }) =>
    selector.some((one) => one.param === name && one.values.includes(value)),
  );
}

function isRead(param: ParamDefinition, params: readonly ParamDefinition[], sent: Json): boolean {
  return (
    param.readWhen === undefined || param.readWhen.values.includes(sentOrDefault(params, sent, param.readWhen.param))
  );
}

function isOfType(value: Json, { type }: ParamDefinition): boolean {
  if (type === 'any') return true;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return typeof value === 'number' && value % 1 === 0;
  return typeof value === type;
}

function paramCodes(param: ParamDefinition, sent: Json): readonly string[] {
  const { rules } = param;
  if (!has(sent, param.name)) return param.required && param.default === undefined ? ['param_required'] : [];
  const value = get(sent, param.name);
  if (!isOfType(value, param)) return ['param_type'];
  const isEmpty =
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (typeof value === 'object' && Object.keys(value).length === 0);
  if (rules.nonEmpty && isEmpty) return ['param_non_empty'];
  const points = typeof value === 'string' ? [...value].length : 0;
  const [isText, isNumber, isList] = [typeof value === 'string', typeof value === 'number', Array.isArray(value)];
  const broken: Record<string, boolean | undefined> = {
    param_enum: rules.enum && !rules.enum.some((one) => one === value),
    param_pattern: isText && rules.pattern !== undefined && !new RegExp(rules.pattern, 'u').test(value),
    param_min_length: isText && rules.minLength !== undefined && points < rules.minLength,
    param_max_length: isText && rules.maxLength !== undefined && points > rules.maxLength,
    param_min: isNumber && rules.min !== undefined && value < rules.min,
    param_max: isNumber && rules.max !== undefined && value > rules.max,
    param_min_items: isList && rules.minItems !== undefined && value.length < rules.minItems,
    param_max_items: isList && rules.maxItems !== undefined && value.length > rules.maxItems,
  };
  return Object.keys(broken).filter((code) => broken[code]);
}

function outputs(variant: BlockVariant, sent: Json): readonly string[] {
  const derived = variant.outputDerivations.flatMap(({ param, each, prefix }) => {
    const list = sentOrDefault(variant.params, sent, param);
    if (!Array.isArray(list)) return [];
    const names = list.map((entry) => (isObject(entry) ? get(entry, each) : undefined));
    return names.filter((name) => typeof name === 'string' && name !== '').map((name) => prefix + name);
  });
  return [...variant.outputs, ...derived];
}
