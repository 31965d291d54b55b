import type { JsonValue } from '@botwright/core/diagram';
import { readJson } from '../files/read-json.ts';
import type { ImportFile } from '../importer.ts';
import { isObject, listOf, member, memberAt, pointerTo, textOf } from '../json.ts';
import type { SourceAt } from '../source-order.ts';

/** An exported agent: the files below one folder. */
export interface Agent {
  readonly path: string;
  readonly json: JsonValue;
  /** The name of its folder, where the agent has none. */
  readonly name: string;
  readonly language: string;
  readonly startFlow: string;
  readonly flows: readonly CxFlow[];
  readonly intents: ReadonlyMap<string, CxIntent>;
  readonly entityTypes: ReadonlyMap<string, CxEntityType>;
  readonly webhooks: ReadonlyMap<string, CxPart>;
  readonly generators: ReadonlyMap<string, CxPart>;
  readonly testCases: readonly CxPart[];
  /** Route groups of the agent, by name. */
  readonly routeGroups: ReadonlyMap<string, CxPart>;
  /** Files of other languages, and of parts that have no form here. */
  readonly others: readonly { readonly path: string; readonly kind: 'language' | 'playbook' | 'unknown' }[];
  /** All files, in order. */
  readonly paths: readonly string[];
}

/** A part in a file of its own. */
export interface CxPart {
  readonly path: string;
  readonly name: string;
  readonly json: JsonValue;
}

export interface CxFlow extends CxPart {
  readonly pages: readonly CxPart[];
  readonly routeGroups: ReadonlyMap<string, CxPart>;
}

export interface CxIntent extends CxPart {
  readonly isFallback: boolean;
  readonly phrases: readonly string[];
  readonly phrasesPath: string | undefined;
  readonly parameters: readonly { readonly id: string; readonly entityType: string; readonly at: SourceAt }[];
}

export interface CxEntityType extends CxPart {
  readonly kind: string;
  readonly values: readonly { readonly value: string; readonly synonyms: readonly string[] }[];
  readonly valuesPath: string | undefined;
}

/** The parameters of all forms of a flow. */
export const formsIn = (flow: CxFlow): readonly JsonValue[] =>
  flow.pages.flatMap(({ json }) => listOf(memberAt(json, 'form', 'parameters')));

/** The folder of a file of an agent, and the path below it. */
interface Placed {
  readonly file: ImportFile;
  readonly root: string;
  readonly below: string;
}

const parts =
  /^(.*?)((?:flows|intents|entityTypes|webhooks|testCases|generators|agentTransitionRouteGroups|generativeSettings|playbooks|tools|examples|agentGenerativeSettings|environments|securitySettings|dataStores|customCodecs|guardrails)[/].*\.json)$/;

/** The root of the agent and the path below it, by the names of folders of an export. */
function placeOf(file: ImportFile): Placed | undefined {
  const path = file.path.replaceAll('\\', '/');
  const agent = /^(.*?)(agent\.json)$/.exec(path);
  const [, root, below] = agent ?? parts.exec(path) ?? [];
  if (root === undefined || below === undefined || !/(?:^|[/!])$/.test(root)) return undefined;
  return { file, root, below };
}

/** Whether a file is one of an exported agent. `certain` when no other system has such a file. */
export function agentFile(file: ImportFile): { readonly certain: boolean } | undefined {
  const placed = placeOf(file);
  if (placed === undefined) return undefined;
  const json = jsonOf(file);
  if (!isObject(json)) return undefined;
  if (placed.below === 'agent.json') {
    const hasStart = ['startFlow', 'startPlaybook'].some((name) => Object.hasOwn(json, name));
    return hasStart && Object.hasOwn(json, 'defaultLanguageCode') ? { certain: true } : undefined;
  }
  const isPart = ['displayName', 'trainingPhrases', 'entities', 'name', 'phrases', 'languageCode'].some((name) =>
    Object.hasOwn(json, name),
  );
  return isPart ? { certain: false } : undefined;
}

const jsonOf = (file: ImportFile): JsonValue | undefined => {
  const read = readJson(file);
  return 'json' in read ? read.json : undefined;
};

/** Collects the files of each agent. */
export function readAgents(files: readonly ImportFile[]): readonly Agent[] {
  const placed = files.flatMap((file) => (agentFile(file) === undefined ? [] : (placeOf(file) ?? [])));
  return [...Map.groupBy(placed, ({ root }) => root)].flatMap(([root, members]) => readAgent(root, members));
}

function readAgent(root: string, members: readonly Placed[]): readonly Agent[] {
  const byPath = new Map(members.map((each) => [each.below, each.file]));
  const agentJson = byPath.get('agent.json');
  const json = agentJson === undefined ? undefined : jsonOf(agentJson);
  const flows = members.flatMap(({ below }) => /^flows\/([^/]+)\/\1\.json$/.exec(below)?.[1] ?? []);
  if (json === undefined && flows.length === 0) return [];
  const given = textOf(member(json, 'defaultLanguageCode'));
  const language = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*$/.test(given) ? given : 'en';
  const others: { path: string; kind: Agent['others'][number]['kind'] }[] = [];
  const part = (below: string): CxPart | undefined => {
    const file = byPath.get(below);
    const of = file === undefined ? undefined : jsonOf(file);
    return file === undefined || of === undefined ? undefined : { path: file.path, name: nameOf(of, below), json: of };
  };
  const all = (form: RegExp): readonly CxPart[] =>
    members.flatMap(({ below }) => (form.test(below) ? (part(below) ?? []) : []));
  const named = <T extends CxPart>(list: readonly T[]): ReadonlyMap<string, T> =>
    new Map(list.toReversed().map((each) => [each.name, each]));
  /** The file of the language of the agent; the first one if there is none. */
  const inLanguage = (folder: string): CxPart | undefined => {
    const found = members.filter(
      ({ below }) => below.startsWith(`${folder}/`) && !below.slice(folder.length + 1).includes('/'),
    );
    const own = found.find(({ below }) => below === `${folder}/${language}.json`) ?? found[0];
    for (const { file } of found) if (file !== own?.file) others.push({ path: file.path, kind: 'language' });
    return own === undefined ? undefined : part(own.below);
  };
  const folderOf = (below: string): string => below.replace(/\/[^/]*$/, '');
  const belowOf = (found: CxPart): string => members.find(({ file }) => file.path === found.path)?.below ?? '';

  const cxFlows = [...new Set(flows)].flatMap((folder): readonly CxFlow[] => {
    const of = part(`flows/${folder}/${folder}.json`);
    if (of === undefined) return [];
    const below = (kind: string): readonly CxPart[] =>
      members.flatMap((each) => (each.below.startsWith(`flows/${folder}/${kind}/`) ? (part(each.below) ?? []) : []));
    return [{ ...of, pages: below('pages'), routeGroups: named(below('transitionRouteGroups')) }];
  });
  const intents = all(/^intents\/([^/]+)\/\1\.json$/).map((of): CxIntent => {
    const phrases = inLanguage(`${folderOf(belowOf(of))}/trainingPhrases`);
    return {
      ...of,
      isFallback: member(of.json, 'isFallback') === true,
      phrases: listOf(member(phrases?.json, 'trainingPhrases')).flatMap(sentencesOf),
      phrasesPath: phrases?.path,
      parameters: listOf(member(of.json, 'parameters')).map((parameter, at) => ({
        id: textOf(member(parameter, 'id')),
        entityType: textOf(member(parameter, 'entityType')),
        at: { path: of.path, pointer: pointerTo('/parameters', at) },
      })),
    };
  });
  const entityTypes = all(/^entityTypes\/([^/]+)\/\1\.json$/).map((of): CxEntityType => {
    const values = inLanguage(`${folderOf(belowOf(of))}/entities`);
    return {
      ...of,
      kind: textOf(member(of.json, 'kind')),
      values: listOf(member(values?.json, 'entities')).map((entity) => ({
        value: textOf(member(entity, 'value')),
        synonyms: listOf(member(entity, 'synonyms')).map(textOf),
      })),
      valuesPath: values?.path,
    };
  });
  const generators = all(/^generators\/([^/]+)\/\1\.json$/).map((of) => {
    const phrases = inLanguage(`${folderOf(belowOf(of))}/phrases`);
    return phrases === undefined ? of : { ...of, json: phrases.json };
  });
  for (const { below, file } of members) {
    if (/^(?:playbooks|tools|examples)\//.test(below)) others.push({ path: file.path, kind: 'playbook' });
    else if (
      !/^(?:agent\.json$|flows\/|intents\/|entityTypes\/|webhooks\/|testCases\/|generators\/|agentTransitionRouteGroups\/)/.test(
        below,
      )
    ) {
      others.push({ path: file.path, kind: 'unknown' });
    }
  }
  const folder = root
    .replace(/[/!]+$/, '')
    .replace(/^.*[/!]/, '')
    .replace(/\.zip$/i, '');
  return [
    {
      path: agentJson?.path ?? cxFlows[0]?.path ?? '',
      json: json ?? {},
      name: textOf(member(json, 'displayName')) || folder || 'Agent',
      language,
      startFlow: textOf(member(json, 'startFlow')) || (json === undefined ? (cxFlows[0]?.name ?? '') : ''),
      flows: cxFlows,
      intents: named(intents),
      entityTypes: named(entityTypes),
      webhooks: named(all(/^webhooks\//)),
      generators: named(generators),
      testCases: all(/^testCases\//),
      routeGroups: named(all(/^agentTransitionRouteGroups\//)),
      others,
      paths: members.map(({ file }) => file.path),
    },
  ];
}

/** A training phrase, and its words without the values of parameters. */
function sentencesOf(phrase: JsonValue): readonly string[] {
  const parts = listOf(member(phrase, 'parts'));
  const join = (list: readonly JsonValue[]): string => list.map((part) => textOf(member(part, 'text'))).join('');
  const plain = parts.filter((part) => textOf(member(part, 'parameterId')) === '');
  const words = join(plain);
  const isOfWords = plain.length < parts.length && words.trim().split(/\s+/).length > 2;
  return isOfWords ? [join(parts), words] : [join(parts)];
}

/** The name of a part: its own, or the one of its file. */
function nameOf(json: JsonValue, below: string): string {
  const own = textOf(member(json, 'displayName'));
  if (own !== '') return own;
  const file = /([^/]+)\.json$/.exec(below)?.[1] ?? '';
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
}
