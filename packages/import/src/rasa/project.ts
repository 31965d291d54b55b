import type { JsonValue } from '@botwright/core/diagram';
import { readYaml } from '../files/read-yaml.ts';
import type { ImportFile } from '../importer.ts';
import { isObject, listOf, member, memberAt, pointerTo, textOf } from '../json.ts';
import type { SourceAt } from '../source-order.ts';

/** An assistant: the files below one folder. */
export interface Project {
  readonly name: string;
  readonly flows: readonly RasaFlow[];
  readonly responses: ReadonlyMap<string, Placed>;
  readonly slots: ReadonlyMap<string, Placed>;
  /** The sentences of intents. */
  readonly intents: ReadonlyMap<string, { readonly examples: readonly string[]; readonly at: SourceAt }>;
  readonly testCases: readonly TestCase[];
  /** The address of the server of actions. */
  readonly actionUrl: string | undefined;
  readonly modelName: string | undefined;
  /** Parts that have no form here. */
  readonly others: readonly { readonly at: SourceAt; readonly kind: 'stories' | 'settings' | 'intents' | 'parts' }[];
  readonly paths: readonly string[];
  placeOf(at: SourceAt): { readonly line: number; readonly column: number } | undefined;
}

/** A value with its place. */
export interface Placed {
  readonly json: JsonValue;
  readonly at: SourceAt;
}

export interface TestCase extends Placed {
  /** The answers of actions in the tests of the file. */
  readonly stubs: JsonValue | undefined;
}

export interface RasaFlow extends Placed {
  readonly id: string;
  /** The name for people. */
  readonly name: string;
  readonly isPattern: boolean;
}

const isYaml = ({ path }: ImportFile): boolean => /\.ya?ml$/i.test(path);

const partNames = [
  ...['flows', 'responses', 'slots', 'nlu', 'test_cases', 'fixtures', 'stories', 'rules', 'intents', 'entities'],
  ...['actions', 'forms', 'session_config', 'recipe', 'pipeline', 'policies', 'action_endpoint', 'e2e_actions'],
  ...['nlg', 'model_groups', 'stub_custom_actions', 'metadata'],
];

/** Whether a file is one of an assistant. `certain`: it has flows. */
export function projectFile(file: ImportFile): { readonly certain: boolean } | undefined {
  if (!isYaml(file)) return undefined;
  const read = readYaml(file);
  if (!('json' in read) || !isObject(read.json)) return undefined;
  const { json } = read;
  const flows = member(json, 'flows');
  if (isObject(flows)) {
    const isFlows = Object.values(flows).some((flow) => Array.isArray(member(flow, 'steps')));
    return { certain: isFlows };
  }
  return partNames.some((name) => Object.hasOwn(json, name)) ? { certain: false } : undefined;
}

/** The folder of the assistant of a file, by the usual names of folders. */
function rootOf(path: string): string {
  const normal = path.replaceAll('\\', '/');
  const [, root] =
    /^(.*?)(?:(?:data|domain|domains|e2e_tests\w*|tests|config|prompts|nlu|flows)\/.*|[^/!]*)$/.exec(normal) ?? [];
  return root ?? '';
}

export function readProjects(files: readonly ImportFile[]): readonly Project[] {
  const known = files.filter((file) => projectFile(file) !== undefined);
  return [...Map.groupBy(known, ({ path }) => rootOf(path))]
    .map(([root, members]) => readProject(root, members))
    .filter(({ flows }) => flows.length > 0);
}

function readProject(root: string, files: readonly ImportFile[]): Project {
  const flows: RasaFlow[] = [];
  const responses = new Map<string, Placed>();
  const slots = new Map<string, Placed>();
  const intents = new Map<string, { readonly examples: readonly string[]; readonly at: SourceAt }>();
  const testCases: TestCase[] = [];
  const others: { at: SourceAt; kind: Project['others'][number]['kind'] }[] = [];
  let actionUrl: string | undefined;
  let modelName: string | undefined;
  for (const { path, json } of files.flatMap((file) => partOf(file))) {
    const each = (name: string, take: (id: string, value: JsonValue, at: SourceAt) => void): void => {
      const values = member(json, name);
      if (!isObject(values)) return;
      for (const [id, value] of Object.entries(values)) take(id, value, { path, pointer: pointerTo('', name, id) });
    };
    each('flows', (id, value, at) => {
      const isPattern = id.startsWith('pattern_');
      if (isObject(value)) flows.push({ id, name: textOf(member(value, 'name')) || id, isPattern, json: value, at });
    });
    each('responses', (id, value, at) => responses.set(id, { json: value, at }));
    each('slots', (id, value, at) => slots.set(id, { json: value, at }));
    for (const [nth, entry] of listOf(member(json, 'nlu')).entries()) {
      const at = { path, pointer: pointerTo('/nlu', nth) };
      const intent = textOf(member(entry, 'intent'));
      if (intent === '') others.push({ at, kind: 'parts' });
      else intents.set(intent, { examples: examplesIn(member(entry, 'examples')), at });
    }
    for (const [nth, test] of listOf(member(json, 'test_cases')).entries()) {
      const stubs = member(json, 'stub_custom_actions');
      testCases.push({ json: test, at: { path, pointer: pointerTo('/test_cases', nth) }, stubs });
    }
    for (const name of ['stories', 'rules', 'forms']) {
      const value = member(json, name);
      if (value !== undefined && value !== null) others.push({ at: { path, pointer: `/${name}` }, kind: 'stories' });
    }
    for (const name of ['session_config', 'pipeline', 'policies', 'nlg', 'recipe', 'e2e_actions']) {
      if (isObject(json) && Object.hasOwn(json, name))
        others.push({ at: { path, pointer: `/${name}` }, kind: 'settings' });
    }
    for (const name of ['intents', 'entities', 'actions']) {
      if (isObject(json) && Object.hasOwn(json, name))
        others.push({ at: { path, pointer: `/${name}` }, kind: 'intents' });
    }
    actionUrl ??= textOf(memberAt(json, 'action_endpoint', 'url')) || undefined;
    modelName ??= modelIn(json);
  }
  const byPath = new Map(files.map((file) => [file.path, readYaml(file)]));
  const folder = root
    .replace(/[/!]+$/, '')
    .replace(/^.*[/!]/, '')
    .replace(/\.zip$/i, '');
  return {
    name: folder || 'Assistant',
    flows,
    responses,
    slots,
    intents,
    testCases,
    actionUrl,
    modelName,
    others,
    paths: files.map(({ path }) => path),
    placeOf: ({ path, pointer }) => {
      const read = byPath.get(path);
      return read !== undefined && 'json' in read ? read.placeOf(pointer) : undefined;
    },
  };
}

function partOf(file: ImportFile): readonly { readonly path: string; readonly json: JsonValue }[] {
  const read = readYaml(file);
  return 'json' in read ? [{ path: file.path, json: read.json }] : [];
}

/** The model that reads sentences, by the config. */
function modelIn(json: JsonValue): string | undefined {
  for (const component of listOf(member(json, 'pipeline'))) {
    const llm = member(component, 'llm');
    const name = textOf(member(llm, 'model') ?? member(llm, 'model_name') ?? member(llm, 'model_group'));
    if (name !== '') return name;
  }
  return undefined;
}

/** Lines `- text`, or a list; marks of entities are removed. */
function examplesIn(value: JsonValue | undefined): readonly string[] {
  const lines = Array.isArray(value)
    ? listOf(value).map((each) => textOf(member(each, 'text')) || textOf(each))
    : textOf(value)
        .split('\n')
        .flatMap((line) => /^\s*-\s*(.*)$/.exec(line)?.[1] ?? []);
  return lines.map(plainExample).filter((line) => line !== '');
}

const plainExample = (line: string): string =>
  line
    .replace(/\[([^\][]*)\]\s*(?:\([^()]*\)|\{[^{}]*\})/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
