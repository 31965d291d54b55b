import type { JsonValue } from '@botwright/core/diagram';
import { readJson } from '../files/read-json.ts';
import type { ImportFile } from '../importer.ts';
import { isObject, listOf, member, textOf } from '../json.ts';
import { readPhrases, readQuestions, type SourceQuestion } from './language-files.ts';
import { readTemplates, type Template } from './templates.ts';

/** A dialog of a bot. */
export interface Dialog {
  readonly id: string;
  readonly path: string;
  readonly json: JsonValue;
}

/** The files of one bot. */
export interface ComposerSource {
  /** The begin of the paths of its files. */
  readonly root: string;
  readonly main: Dialog;
  readonly dialogs: readonly Dialog[];
  /** Templates of texts by the names of their files, and of all files. */
  readonly templates: ReadonlyMap<string, ReadonlyMap<string, Template>>;
  readonly allTemplates: ReadonlyMap<string, Template>;
  /** Phrases of the intents of a dialog, in any of its files. */
  readonly phrases: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  readonly questions: ReadonlyMap<string, readonly SourceQuestion[]>;
  /** Such as `en-us`; empty when no file says it. */
  readonly language: string;
  /** Languages that are left out. */
  readonly otherLanguages: readonly string[];
  readonly paths: readonly string[];
}

/** Groups files by bots: a main dialog, and the dialogs in the folder `dialogs` beside it. */
export function readSources(files: readonly ImportFile[]): readonly ComposerSource[] {
  const dialogs = files.flatMap((file): readonly (Dialog & { readonly root: string })[] => {
    if (!/\.dialog$/i.test(file.path)) return [];
    const read = readJson(file);
    if (!('json' in read) || textOf(member(read.json, '$kind')) !== 'Microsoft.AdaptiveDialog') return [];
    const name =
      file.path
        .split(/[/!]/)
        .at(-1)
        ?.replace(/\.dialog$/i, '') ?? '';
    return [{ id: name, path: file.path, json: read.json, root: rootOf(file.path) }];
  });
  const roots = [...new Set(dialogs.map(({ root }) => root))];
  return roots.flatMap((root) => {
    const own = dialogs.filter((dialog) => dialog.root === root);
    const main = own.find(({ path }) => !/[/!]dialogs\//i.test(path.slice(Math.max(root.length - 1, 0)))) ?? own[0];
    // A bot inside the folder of another one, such as a skill, has files of its own.
    const inner = roots.filter((other) => other !== root && other.startsWith(root));
    const isOwn = ({ path }: ImportFile) => path.startsWith(root) && !inner.some((other) => path.startsWith(other));
    return main === undefined ? [] : [readSource(root, main, own, files.filter(isOwn))];
  });
}

function rootOf(path: string): string {
  const folder = path.slice(0, path.search(/[^/!]*$/));
  const at = folder.search(/(?:^|[/!])dialogs\//i);
  if (at === -1) return folder;
  return folder.slice(0, at === 0 && !/^[/!]/.test(folder) ? 0 : at + 1);
}

/** `root.en-us.lg`: the name, the language and the kind of a file. */
const languageFile = /^(.*?)(?:\.([a-z]{2}(?:-[a-z]{2,4})?))?\.(lg|lu|qna)$/i;

function readSource(
  root: string,
  main: Dialog,
  dialogs: readonly Dialog[],
  files: readonly ImportFile[],
): ComposerSource {
  const templates = new Map<string, ReadonlyMap<string, Template>>();
  const allTemplates = new Map<string, Template>();
  const phrases = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const questions = new Map<string, readonly SourceQuestion[]>();
  const found = files.flatMap(({ path, bytes }) => {
    const name = path.split(/[/!]/).at(-1) ?? '';
    const [, base = '', language = '', kind = ''] = languageFile.exec(name) ?? [];
    if (kind === '' || /[/!]generated\//i.test(path)) return [];
    return [{ path, base: base.toLowerCase(), language: language.toLowerCase(), kind: kind.toLowerCase(), bytes }];
  });
  const languages = [...new Set(found.map(({ language }) => language))].filter((language) => language !== '');
  const spoken = languages.find((language) => /^en/.test(language)) ?? languages[0] ?? '';
  for (const { path, base, language, kind, bytes } of found) {
    if (language !== '' && language !== spoken) continue;
    const text = new TextDecoder().decode(bytes);
    if (kind === 'lg') {
      const read = readTemplates(text, path);
      templates.set(base, read);
      for (const [name, template] of read) if (!allTemplates.has(name)) allTemplates.set(name, template);
    } else if (kind === 'lu') phrases.set(base, readPhrases(text));
    else questions.set(base, readQuestions(text, path));
  }
  return {
    root,
    main,
    dialogs: [main, ...dialogs.filter((dialog) => dialog !== main)],
    templates,
    allTemplates,
    phrases,
    questions,
    language: spoken,
    otherLanguages: languages.filter((language) => language !== spoken),
    paths: files.map(({ path }) => path),
  };
}

/** Counts the actions and triggers of a dialog, without recursion. */
export function actionsIn(json: JsonValue): number {
  let count = 0;
  const open: JsonValue[] = [json];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) open.push(...listOf(value));
    else if (isObject(value)) {
      if (typeof value['$kind'] === 'string') count += 1;
      open.push(...Object.values(value));
    }
  }
  return count;
}
