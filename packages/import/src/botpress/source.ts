import type { JsonValue } from '@botwright/core/diagram';
import type { SourcePlace } from '../bot-work.ts';
import { readJson } from '../files/read-json.ts';
import { ImportError } from '../import-error.ts';
import type { ImportFile } from '../importer.ts';
import { isObject, listOf, member, numberOf, pointerTo, textOf } from '../json.ts';

/** A JSON file of a bot. */
export interface SourceFile {
  readonly path: string;
  readonly json: JsonValue;
}

export interface Transition {
  readonly condition: string;
  readonly target: string;
  readonly element: SourcePlace;
}

export interface Instruction {
  readonly text: string;
  readonly element: SourcePlace;
}

export interface SourceNode {
  readonly flow: string;
  readonly name: string;
  readonly id: string;
  readonly json: JsonValue;
  readonly element: SourcePlace;
  readonly onEnter: readonly Instruction[];
  /** Without it the node does not wait for the visitor. */
  readonly onReceive: readonly Instruction[] | undefined;
  /** The transitions of the whole flow, then its own. */
  readonly next: readonly Transition[];
  readonly left: number;
  readonly top: number;
}

export interface SourceFlow extends SourceFile {
  /** Such as `main.flow.json` or `skills/choice-1a2b3c.flow.json`. */
  readonly name: string;
  readonly start: string;
  readonly nodes: readonly SourceNode[];
  /** The first node of each name. */
  readonly byName: ReadonlyMap<string, SourceNode>;
}

/** The content of an element that bots say. */
export interface ContentElement {
  readonly id: string;
  /** Such as `builtin_text`. */
  readonly type: string;
  readonly data: JsonValue | undefined;
  readonly element: SourcePlace;
}

/** The files of one bot. */
export interface BotpressSource {
  /** The begin of the paths of its files. */
  readonly root: string;
  readonly config: SourceFile | undefined;
  readonly language: string;
  /** The other languages that the bot speaks. */
  readonly otherLanguages: readonly string[];
  readonly flows: readonly SourceFlow[];
  readonly contents: ReadonlyMap<string, ContentElement>;
  readonly intents: readonly SourceFile[];
  readonly entities: readonly SourceFile[];
  readonly qnas: readonly SourceFile[];
  /** The code of actions by their names. */
  readonly actions: ReadonlyMap<string, { readonly path: string; readonly code: string }>;
  /** Code that runs at events. */
  readonly hooks: readonly string[];
  /** All read files, in their order. */
  readonly paths: readonly string[];
}

/** Sorts the files of a bot by their folders. */
export function readSource(root: string, files: readonly ImportFile[]): BotpressSource {
  const own = files.flatMap((file) =>
    file.path.startsWith(root) ? [{ file, name: file.path.slice(root.length) }] : [],
  );
  const hasFolder = own.some(({ name }) => /^flows\/main\.flow\.json$/i.test(name));
  const jsons = own.flatMap(({ file, name }) => {
    const read = /\.json$/i.test(name) ? readJson(file) : undefined;
    return read !== undefined && 'json' in read ? [{ path: file.path, name, json: read.json }] : [];
  });
  const inFolder = (folder: string) => jsons.filter(({ name }) => name.startsWith(`${folder}/`));
  const config = jsons.find(({ name }) => name === 'bot.config.json');
  const language = textOf(member(config?.json, 'defaultLanguage')) || 'en';
  const flowFolder = hasFolder ? 'flows/' : '';
  const positions = new Map(
    jsons.flatMap(({ name, json }) =>
      /\.ui\.json$/i.test(name) ? [[name.replace(/\.ui\.json$/i, ''), json] as const] : [],
    ),
  );
  const flows = jsons.filter(({ name }) => name.startsWith(flowFolder) && /\.flow\.json$/i.test(name));
  let top = 0;
  const readFlows = flows
    .toSorted((a, b) => Number(isMain(b.name)) - Number(isMain(a.name)))
    .map((file) => {
      const ui = positions.get(file.name.replace(/\.flow\.json$/i, ''));
      const flow = readFlow({ ...file, name: file.name.slice(flowFolder.length) }, ui, top);
      top = flow.nodes.reduce((lowest, node) => Math.max(lowest, node.top), top) + flowRoom;
      return flow;
    });
  const contents = new Map<string, ContentElement>();
  const languages = new Set<string>();
  for (const { path, name, json } of inFolder('content-elements')) {
    const type = name.replace(/^content-elements\//, '').replace(/\.json$/i, '');
    for (const [at, each] of listOf(json).entries()) {
      const id = textOf(member(each, 'id'));
      const data = member(each, 'formData');
      contents.set(id, { id, type, data, element: { path, pointer: pointerTo('', at) } });
      for (const key of isObject(data) ? Object.keys(data) : []) {
        const [, spoken] = /\$(\w+)$/.exec(key) ?? [];
        if (spoken !== undefined) languages.add(spoken);
      }
    }
  }
  const texts = own.filter(({ name }) => /\.js$/i.test(name));
  return {
    root,
    config,
    language,
    otherLanguages: [...languages].filter((each) => each !== '' && each !== language),
    flows: readFlows,
    contents,
    intents: inFolder('intents'),
    entities: inFolder('entities'),
    qnas: inFolder('qna'),
    actions: new Map(
      texts
        .filter(({ name }) => name.startsWith('actions/'))
        .map(({ file, name }) => [
          name.replace(/^actions\//, '').replace(/\.js$/i, ''),
          { path: file.path, code: new TextDecoder().decode(file.bytes) },
        ]),
    ),
    hooks: texts.filter(({ name }) => name.startsWith('hooks/')).map(({ file }) => file.path),
    paths: own.map(({ file }) => file.path),
  };
}

const isMain = (name: string): boolean => /(?:^|\/)main\.flow\.json$/i.test(name);

/** Between the lowest node of a flow and the next flow. */
const flowRoom = 800;
const scale = { left: 1.4, top: 2 } as const;
/** Transitions and actions that count in each node of a flow. */
const mostEverywhere = 100;

function readFlow(
  { path, name, json }: SourceFile & { readonly name: string },
  ui: JsonValue | undefined,
  offset: number,
): SourceFlow {
  const places = new Map(
    listOf(member(ui, 'nodes')).map((node) => [textOf(member(node, 'id')), member(node, 'position')] as const),
  );
  const transitions = (list: JsonValue | undefined, pointer: string): readonly Transition[] =>
    listOf(list).map((each, at) => ({
      condition: textOf(member(each, 'condition')).trim(),
      target: textOf(member(each, 'node')).trim(),
      element: { path, pointer: pointerTo(pointer, at) },
    }));
  const instructions = (list: JsonValue | undefined, pointer: string): readonly Instruction[] =>
    listOf(list).map((each, at) => ({
      text: typeof each === 'string' ? each : '',
      element: { path, pointer: pointerTo(pointer, at) },
    }));
  const everywhere = transitions(member(member(json, 'catchAll'), 'next'), '/catchAll/next');
  const received = instructions(member(member(json, 'catchAll'), 'onReceive'), '/catchAll/onReceive');
  if (everywhere.length + received.length > mostEverywhere) {
    throw new ImportError(`${path} has more than ${mostEverywhere} transitions and actions for all of its nodes.`);
  }
  const nodes = listOf(member(json, 'nodes')).map((node, at): SourceNode => {
    const pointer = pointerTo('/nodes', at);
    const id = textOf(member(node, 'id'));
    const nodeName = textOf(member(node, 'name'));
    const onReceive = member(node, 'onReceive');
    const position = places.get(id);
    return {
      flow: name,
      name: nodeName,
      id,
      json: node,
      element: { path, pointer, title: nodeName },
      onEnter: instructions(member(node, 'onEnter'), pointerTo(pointer, 'onEnter')),
      onReceive: Array.isArray(onReceive)
        ? [...received, ...instructions(onReceive, pointerTo(pointer, 'onReceive'))]
        : undefined,
      next: [
        ...everywhere.filter(({ target }) => target !== nodeName),
        ...transitions(member(node, 'next'), pointerTo(pointer, 'next')),
      ],
      left: (numberOf(member(position, 'x')) ?? (at % 8) * 300) * scale.left,
      top: offset + (numberOf(member(position, 'y')) ?? Math.floor(at / 8) * 300) * scale.top,
    };
  });
  const byName = new Map([...nodes].reverse().map((node) => [node.name, node]));
  return { path, name, json, start: textOf(member(json, 'startNode')), nodes, byName };
}

/** A list of texts by languages. */
export function inLanguage(given: JsonValue | undefined, language: string): readonly string[] {
  if (Array.isArray(given)) return listOf(given).map(textOf);
  const own = listOf(member(given, language));
  const found = own.length > 0 || !isObject(given) ? own : listOf(Object.values(given)[0]);
  return found.map(textOf);
}
