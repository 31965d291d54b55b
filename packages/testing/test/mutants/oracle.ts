import { customerFields, type TemplateFacts, templates } from './template-table.ts';

// biome-ignore lint/suspicious/noExplicitAny: a mutant may be anything.
type Json = any;

export interface Entries {
  readonly nodes: Record<string, Json>;
  readonly connections: Record<string, Json>;
}

interface Block {
  readonly key: string;
  readonly facts: TemplateFacts | undefined;
  readonly node: Json;
}

interface Link {
  readonly key: string;
  readonly id: string;
  readonly type: string;
  readonly sourcePath: string;
  readonly targetPath: string;
}

/**
 * Predicts the reports of a diagram, as `<code> <entry>`, in no order: ids, ends, outputs, reachability, loops, Fields
 * and the names of params. It shares no code with the rules, searches again for every entry, and has its own table of
 * blocks. Operators predict the values of params.
 */
export function predict(diagram: Entries, family: string): readonly string[] {
  const slot = family === 'native' ? 'welcome' : 'bot_start';
  const keys = Object.keys(diagram.nodes);
  const blocks: readonly Block[] = keys
    .filter((key) => isBlock(diagram.nodes[key]))
    .map((key) => ({ key, node: diagram.nodes[key], facts: templates[diagram.nodes[key].template] }));
  const links: readonly Link[] = Object.entries(diagram.connections)
    .filter(([, value]) => isLink(value))
    .map(([key, value]) => ({ ...value, key }));
  const has = (key: string): boolean => Object.hasOwn(diagram.nodes, key);
  const leaving = (key: string): readonly Link[] => links.filter(({ sourcePath }) => sourcePath === key);

  return [
    ...keys.filter((key) => !isBlock(diagram.nodes[key])).map((key) => `node_malformed ${key}`),
    ...Object.keys(diagram.connections)
      .filter((key) => !isLink(diagram.connections[key]))
      .map((key) => `connection_malformed ${key}`),
    ...startFaults(),
    ...blocks.flatMap(blockFaults),
    ...links.flatMap(linkFaults),
    ...unreachable(),
    ...loops(),
    ...unusedFields(),
    ...blocks.flatMap(bareReads),
    ...textsInArithmetic(),
  ];

  function startFaults(): readonly string[] {
    const greeting = blocks.find(({ key }) => key === slot);
    const isNative = family === 'native' && greeting?.facts !== undefined;
    return [
      ...(has('hidden') ? [] : ['start_point ']),
      ...(has(slot) ? [] : ['start_connection ']),
      ...(isNative && greeting.facts?.greets !== true ? [`greeting_not_allowed ${slot}`] : []),
      ...(isNative && greeting.node.params.version !== 3 ? [`greeting_version ${slot}`] : []),
      ...(keys.every((key) => key === 'hidden') ? ['empty-bot '] : []),
    ];
  }

  function blockFaults({ key, node, facts }: Block): readonly string[] {
    const { params } = node;
    const earlier = blocks.slice(
      0,
      blocks.findIndex((each) => each.key === key),
    );
    const samePlace = earlier.some(
      (each) =>
        each.key !== 'hidden' &&
        each.node.top === node.top &&
        each.node.left === node.left &&
        node.top !== undefined &&
        node.left !== undefined,
    );
    const found = [
      ...(node.id === key ? [] : [`node_key_mismatch ${key}`]),
      ...(node.path === undefined || node.path === node.id ? [] : [`node_path_mismatch ${key}`]),
      ...(samePlace && key !== 'hidden' ? [`overlapping-blocks ${key}`] : []),
    ];
    if (facts === undefined) return [...found, `unknown-template ${key}`];
    if (facts.outputs === undefined) return found;

    const outputs = outputsOf(params, facts);
    const open = outputs.filter((output) => !leaving(key).some(({ type }) => type === output));
    const isDead = open.length > 0 && open.length === outputs.length && facts.mayEnd !== true;
    const known = [...facts.params, 'version'];
    return [
      ...found,
      ...(isDead ? [`dead-end ${key}`] : []),
      ...(open.length < outputs.length ? open.map(() => `unconnected-output ${key}`) : []),
      ...facts.required.filter((name) => !Object.hasOwn(params, name)).map(() => `param_required ${key}`),
      ...Object.keys(params)
        .filter((name) => !known.includes(name))
        .map(() => `unknown-param ${key}`),
    ];
  }

  function linkFaults({ key, id, type, sourcePath, targetPath }: Link): readonly string[] {
    const source = blocks.find((each) => each.key === sourcePath);
    const outputs = source?.facts?.outputs && outputsOf(source.node.params, source.facts);
    const first = leaving(sourcePath).find((each) => each.type === type);
    const target = blocks.find((each) => each.key === targetPath);
    return [
      ...(id === key && id === `${sourcePath}.${type}--${targetPath}` ? [] : [`connection_id_mismatch ${key}`]),
      ...(has(sourcePath) ? [] : [`connection_source_unknown ${key}`]),
      ...(has(targetPath) ? [] : [`connection_target_unknown ${key}`]),
      ...(outputs === undefined || outputs.includes(type) ? [] : [`output_unknown ${key}`]),
      ...(outputs === undefined || first?.key === key ? [] : [`output_connected_twice ${key}`]),
      ...(target?.node.isTarget === false ? [`target_not_allowed ${key}`] : []),
      ...(sourcePath === 'hidden' && targetPath !== slot ? [`start_connection ${key}`] : []),
    ];
  }

  /** Follows `ways` from the keys. */
  function spread(from: readonly string[], ways: (key: string) => readonly string[]): ReadonlySet<string> {
    const reached = new Set(from.filter(has));
    for (const key of reached) for (const next of ways(key)) if (has(next)) reached.add(next);
    return reached;
  }

  function unreachable(): readonly string[] {
    const reached = spread(['hidden', slot], (key) => leaving(key).map(({ targetPath }) => targetPath));
    if (reached.size === 0 || (reached.size === 1 && reached.has('hidden'))) return [];
    return blocks
      .filter(({ key }) => key !== 'hidden' && !reached.has(key))
      .map(({ key }) => `unreachable-block ${key}`);
  }

  /** Loops without waiting, each by its first block. */
  function loops(): readonly string[] {
    const runs = (key: string): boolean => {
      const facts = blocks.find((each) => each.key === key)?.facts;
      return facts !== undefined && facts.waits !== true;
    };
    const next = (key: string): readonly string[] =>
      [...leaving(key).map(({ targetPath }) => targetPath), ...(key === 'hidden' ? [slot] : [])].filter(runs);
    const ahead = new Map(keys.filter(runs).map((key) => [key, spread(next(key), next)]));
    const looping = keys.filter((key) => ahead.get(key)?.has(key));
    const isFirst = (key: string): boolean =>
      looping.find((each) => ahead.get(each)?.has(key) && ahead.get(key)?.has(each)) === key;
    return looping.filter(isFirst).map((key) => `endless_loop ${key}`);
  }

  function unusedFields(): readonly string[] {
    const read = new Set<string>(customerFields);
    for (const { node, facts } of blocks) {
      for (const name of [...interpolated(node.params), ...namesRead(node)]) read.add(name);
      if (facts === undefined)
        for (const text of textsIn(node.params)) for (const word of [text, ...wordsOf(text)]) read.add(word);
    }
    return [...firstSetters()].filter(([name]) => !read.has(name)).map(([, key]) => `unused-field ${key}`);
  }

  function firstSetters(): ReadonlyMap<string, string> {
    const first = new Map<string, string>();
    for (const { key, node } of blocks) {
      for (const name of fieldsSet(node)) if (!first.has(name)) first.set(name, key);
    }
    return first;
  }

  function bareReads({ key, node }: Block): readonly string[] {
    const inTexts = interpolated(node.params);
    const inFormula = node.template === 'formulas' ? namesRead(node).filter((name) => firstSetters().has(name)) : [];
    const names = new Set([...inTexts, ...inFormula].filter((name) => !customerFields.includes(name)));
    return [...names].filter((name) => isBareAt(key, name)).map(() => `field-read-before-set ${key}`);
  }

  function isBareAt(key: string, name: string): boolean {
    const ways = (from: string): readonly string[] => {
      const block = blocks.find((each) => each.key === from);
      if (block?.facts === undefined || block.facts.isOpaque === true) return [];
      return leaving(from)
        .filter(({ type }) => !certainAfter(block.node, type).includes(name))
        .map(({ targetPath }) => targetPath);
    };
    return spread(['hidden', slot], ways).has(key);
  }

  function textsInArithmetic(): readonly string[] {
    const setters = (name: string) => blocks.filter(({ node }) => fieldsSet(node).includes(name));
    return blocks.flatMap(({ key, node }) => {
      if (node.template !== 'formulas') return [];
      const names = [...new Set(namesRead(node))].filter((name) => {
        const by = setters(name);
        return (
          by.length > 0 &&
          by.every(({ facts }) => facts?.savesText === true) &&
          isComputed(name, node.params.expression)
        );
      });
      return names.map(() => `text-in-arithmetic ${key}`);
    });
  }
}

/** Fields are numbers next to these signs; next to the others if the other side is a number. */
function isComputed(name: string, expression: string): boolean {
  const [sign, other] = ['[-*/%]', '(?:[<>]=?|\\+)'];
  return new RegExp(`\\b${name}\\s*(?:${sign}|${other}\\s*\\d)|(?:${sign}|\\d\\s*${other})\\s*${name}\\b`).test(
    expression,
  );
}

function isObject(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBlock(value: Json): boolean {
  const optional = { path: 'string', name: 'string', top: 'number', left: 'number', isTarget: 'boolean' };
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.template === 'string' &&
    isObject(value.params) &&
    Object.entries(optional).every(([name, type]) => !Object.hasOwn(value, name) || typeof value[name] === type)
  );
}

function isLink(value: Json): boolean {
  return isObject(value) && ['id', 'type', 'sourcePath', 'targetPath'].every((name) => typeof value[name] === 'string');
}

function outputsOf(params: Json, { outputs = [], outputsOf: list }: TemplateFacts): readonly string[] {
  const entries: readonly Json[] = list === undefined || !Array.isArray(params[list]) ? [] : params[list];
  return [...new Set([...outputs, ...entries.map(({ id }) => `$${id}`)])];
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const wordsOf = (text: string): readonly string[] => text.match(/\w+/g) ?? [];

function interpolated(params: Json): readonly string[] {
  return textsIn(params).flatMap((text) => [...text.matchAll(/@\{([^{}]+)\}/g)].map(([, name = '']) => name));
}

/** The Fields that a block reads outside its texts. */
function namesRead({ template, params }: Json): readonly string[] {
  if (template === 'conditions') return (params.conditions ?? []).map(({ field }: Json) => field);
  if (template === 'formulas') return wordsOf(params.expression ?? '').filter((word) => /^[a-z_]/i.test(word));
  return template === 'code' ? wordsOf(params.source ?? '') : [];
}

function fieldsSet({ template, params }: Json): readonly string[] {
  const facts = templates[template];
  if (facts === undefined) return [];
  if (template === 'set_field') return params.action === 'UNSET' || !params.field ? [] : [params.field];
  const saves = template === 'webhook' ? (params.saves ?? []).map(({ destination }: Json) => destination) : [];
  return facts.params.includes('destination') && params.destination ? [params.destination, ...saves] : saves;
}

/** The Fields that certainly have a value after an output. */
function certainAfter(node: Json, output: string): readonly string[] {
  const { template, params } = node;
  if (template === 'webhook' || template === 'formulas') {
    return output === '$success' && params.destination ? [params.destination] : [];
  }
  if (template !== 'conditions') return fieldsSet(node);
  const conditions: readonly Json[] = params.conditions ?? [];
  const isAll = (params.match ?? 'all') === 'all';
  const isProven = conditions.length === 1 || (output === 'true' ? isAll : !isAll);
  const proof = output === 'true' ? 'is_set' : 'is_not_set';
  return isProven ? conditions.filter(({ operator }) => operator === proof).map(({ field }) => field) : [];
}
