import type { Diagram } from '../src/domain/diagram/diagram.ts';
import type { ChangeSet, ConnectionInput } from '../src/domain/edits/change-set.ts';
import type { JsonObject, JsonValue } from '../src/domain/json/json-value.ts';
import { botUuid } from './edit-context.ts';

/** The result of a change set, computed slowly and simply by the rules of docs/spec/edits.md. */
export type Outcome =
  | { readonly kind: 'refused'; readonly problems: readonly string[] }
  | { readonly kind: 'applied'; readonly diagram: Diagram; readonly removedConnections: readonly JsonValue[] };

interface Kind {
  readonly name: string;
  readonly template: string;
  readonly described: readonly string[];
  readonly defaults: JsonObject;
  readonly outputs: (params: JsonObject) => readonly string[] | undefined;
}

const version = { version: 3 };

const kinds: readonly Kind[] = [
  {
    name: 'send_text',
    template: 'chat',
    described: ['text', 'version'],
    defaults: version,
    outputs: () => ['$success'],
  },
  {
    name: 'ask_yes_no',
    template: 'yes_no',
    described: ['text', 'destination', 'version'],
    defaults: version,
    outputs: () => ['$yes', '$no'],
  },
  {
    name: 'buttons',
    template: 'buttons',
    described: ['text', 'source', 'buttons', 'destination', 'version'],
    defaults: version,
    outputs: ({ buttons }) =>
      (Array.isArray(buttons) ? buttons : []).flatMap((button: JsonValue) =>
        isObject(button) && typeof button['id'] === 'string' && button['id'] !== '' ? [`$${button['id']}`] : [],
      ),
  },
  {
    name: 'set_a_field',
    template: 'set_field',
    described: ['field', 'action', 'value', 'version'],
    defaults: { action: 'SET', ...version },
    outputs: () => ['success'],
  },
  {
    name: 'bot_link',
    template: 'bot_link',
    described: ['bot', 'node', 'mode', 'bot_number', 'bot_channel_family', 'bot_name', 'version'],
    defaults: version,
    outputs: ({ mode = 'jump' }) => ({ jump: [], call: ['$success'] })[mode as string],
  },
  {
    name: 'spreadsheets',
    template: 'spreadsheets',
    described: ['action', 'auth_id', 'spreadsheet_id', 'sheet_name', 'selectors', 'reference', 'version'],
    defaults: version,
    outputs: ({ action }) =>
      ['insert_row', 'update_row', 'get_row'].includes(action as string) ? ['$success', '$failed'] : undefined,
  },
];

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Entries = readonly (readonly [string, JsonValue])[];

function find(entries: Entries, key: string): JsonValue | undefined {
  return entries.find(([name]) => name === key)?.[1];
}

function outputsOf(node: JsonValue | undefined): readonly string[] | undefined {
  if (!isObject(node) || !isObject(node['params'])) return undefined;
  return kinds.find(({ template }) => template === node['template'])?.outputs(node['params']);
}

function paramsAfter(kind: Kind | undefined, stored: JsonValue | undefined, sent: JsonObject): JsonObject {
  const before = isObject(stored) ? Object.entries(stored) : [];
  const kept = before.filter(([name]) => kind?.described.includes(name) !== true && !Object.keys(sent).includes(name));
  const fallen = Object.entries(kind?.defaults ?? {}).filter(([name]) => !Object.keys(sent).includes(name));
  const params = Object.fromEntries([...kept, ...Object.entries(sent), ...fallen]);
  if (kind?.name !== 'bot_link' || `${params['bot']}`.toLowerCase() !== botUuid) return params;
  return { ...params, bot: 42, bot_number: 42, bot_channel_family: 'native', bot_name: 'Other' };
}

function linkProblems(kind: Kind | undefined, id: string, sent: JsonObject | undefined): readonly string[] {
  const bot = kind?.name === 'bot_link' ? sent?.['bot'] : undefined;
  const isUnknown = typeof bot === 'string' && /^\w{8}-(\w{4}-){3}\w{12}$/.test(bot) && bot.toLowerCase() !== botUuid;
  return isUnknown ? [`linked_bot_not_found /nodes/${escaped(id)}/params/bot`] : [];
}

function escaped(key: string): string {
  return key.split('~').join('~0').split('/').join('~1');
}

/** Computes the expected diagram after a change set. Problems are `code pointer`, sorted. */
export function describeOutcome(diagram: Diagram, { blocks = {}, connections = {} }: ChangeSet): Outcome {
  const { add = [], update = [], delete: deleted = [] } = blocks;
  const stored: Entries = Object.entries(diagram.nodes);
  const problems: string[] = [];
  const unclear: string[] = [];

  const ids: string[] = [];
  for (const { id } of add) {
    const isFree = (name: string) =>
      find(stored, name) === undefined &&
      !add.some((other) => other.id === name) &&
      !deleted.includes(name) &&
      !ids.includes(name);
    let n = 0;
    while (!isFree(`n${n}`)) n += 1;
    ids.push(id ?? `n${n}`);
  }

  let nodes: Entries = stored.filter(([id]) => !deleted.includes(id));
  const updatedIds: string[] = [];
  const dropped: [string, string][] = [];
  for (const { id, params, ...edit } of update) {
    const node = find(stored, id);
    if (!isObject(node) || deleted.includes(id)) {
      problems.push(`block_unknown /nodes/${escaped(id)}`);
      continue;
    }
    if (updatedIds.includes(id)) {
      problems.push(`block_id_taken /nodes/${escaped(id)}`);
      unclear.push(id);
    }
    updatedIds.push(id);
    const kind = kinds.find(({ template }) => template === node['template']);
    problems.push(...linkProblems(kind, id, params));
    const entries = new Map([...Object.entries(node), ...Object.entries(edit)]);
    if (!entries.has('isTarget')) entries.set('isTarget', true);
    if (params !== undefined) entries.set('params', paramsAfter(kind, node['params'], params));
    const next = Object.fromEntries(entries);
    const remaining = outputsOf(next);
    for (const output of outputsOf(node) ?? []) {
      if (remaining !== undefined && !remaining.includes(output)) dropped.push([id, output]);
    }
    nodes = nodes.map(([key, value]) => [key, key === id ? next : value]);
  }

  for (const [index, { type, name, params = {}, top = 0, left = 0 }] of add.entries()) {
    const id = ids[index] ?? '';
    if (ids.indexOf(id) < index || (find(stored, id) !== undefined && !deleted.includes(id))) {
      problems.push(`block_id_taken /nodes/${escaped(id)}`);
      unclear.push(id);
    }
    const kind = kinds.find((other) => other.name === type);
    problems.push(...linkProblems(kind, id, params));
    if (kind === undefined) {
      problems.push(`block_type_unknown /nodes/${escaped(id)}`);
      unclear.push(id);
      continue;
    }
    const node = {
      id,
      path: id,
      template: kind.template,
      params: paramsAfter(kind, {}, params),
      top,
      left,
      isTarget: true,
    };
    nodes = [...nodes, [id, name === undefined ? node : { ...node, name }]];
  }

  const keyOf = ({ id, sourcePath, type, targetPath }: ConnectionInput) => id ?? `${sourcePath}.${type}--${targetPath}`;
  const isSame = (value: JsonValue | undefined, ends: ConnectionInput) =>
    isObject(value) &&
    (['sourcePath', 'type', 'targetPath'] as const).every(
      (member) => Object.hasOwn(value, member) && value[member] === ends[member],
    );
  const endsOf = (value: JsonValue) =>
    isObject(value) ? [value['sourcePath'], value['targetPath']].filter((end) => typeof end === 'string') : [];

  const { add: wanted = [], delete: unwanted = [] } = connections;
  const before: Entries = Object.entries(diagram.connections);
  const after = before.filter(([key, value]) => {
    if (wanted.some((one) => keyOf(one) === key && isSame(value, one))) return true;
    const isLeaving = unwanted.some(
      (one) =>
        typeof one !== 'string' &&
        isObject(value) &&
        Object.hasOwn(value, 'sourcePath') &&
        Object.hasOwn(value, 'type') &&
        value['sourcePath'] === one.source_path &&
        value['type'] === one.type,
    );
    return (
      !isLeaving &&
      !unwanted.includes(key) &&
      !endsOf(value).some((end) => deleted.includes(end) && find(stored, end) !== undefined)
    );
  });
  for (const [key, value] of after) {
    const isDropped = dropped.some(
      ([id, output]) => isObject(value) && value['sourcePath'] === id && value['type'] === output,
    );
    if (isDropped) problems.push(`output_has_connection /connections/${escaped(key)}`);
  }

  const result: (readonly [string, JsonValue])[] = [...after];
  const checked: string[] = [];
  for (const one of wanted) {
    const key = keyOf(one);
    const rivals = [...wanted.filter((other) => keyOf(other) === key && !isSame({ ...other }, one))];
    const staying = find(after, key);
    const isClash = rivals.length > 0 || (staying !== undefined && !isSame(staying, one));
    const problem = `connection_id_mismatch /connections/${escaped(key)}`;
    if (isClash && !problems.includes(problem)) problems.push(problem);

    const wasReplaced = endsOf({ ...one }).some((end) => deleted.includes(end) && find(stored, end) !== undefined);
    const isThere = isSame(staying, one);
    const mark = JSON.stringify([key, one.sourcePath, one.type, one.targetPath]);
    if ((!isThere || wasReplaced) && !checked.includes(mark)) {
      checked.push(mark);
      const exists = (id: string) => find(nodes, id) !== undefined || unclear.includes(id);
      const outputs = unclear.includes(one.sourcePath) ? undefined : outputsOf(find(nodes, one.sourcePath));
      if (!exists(one.sourcePath)) problems.push(`connection_source_unknown /connections/${escaped(key)}`);
      else if (outputs !== undefined && !outputs.includes(one.type)) {
        problems.push(`output_unknown /connections/${escaped(key)}`);
      }
      if (!exists(one.targetPath)) problems.push(`connection_target_unknown /connections/${escaped(key)}`);
    }
    if (staying === undefined && find(result, key) === undefined) {
      const { sourcePath, type, targetPath } = one;
      result.push([key, { id: key, type, sourcePath, targetPath }]);
    }
  }
  if (problems.length > 0) return { kind: 'refused', problems: problems.sort() };

  const gone = before.filter(([key, value]) => find(result, key) !== value && isObject(value));
  return {
    kind: 'applied',
    diagram: { ...diagram, nodes: Object.fromEntries(nodes), connections: Object.fromEntries(result) },
    removedConnections: gone.map(([, value]) => value),
  };
}
