import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  type ExtractorMessage,
  ExtractorMessageId,
} from '@microsoft/api-extractor';
import { readText, type WorkspacePackage } from '../source/repository.ts';

export interface EntryApi {
  /** As imports name it, such as `@botwright/core/diagram`. */
  readonly name: string;
  /** Its exported names with their signatures, as declarations. */
  readonly declarations: string;
  readonly exportedNames: readonly string[];
  /** Exported names whose comment has no text, or that have none. */
  readonly undocumentedNames: readonly string[];
  /** Members of exported interfaces and classes without such a comment. A member of one literal value needs none. */
  readonly undocumentedMembers: readonly UndocumentedMember[];
}

export interface UndocumentedMember {
  readonly name: string;
  /** The source, from the root of the repository. */
  readonly file: string;
  readonly line: number;
}

/** Has API Extractor read the emitted declarations of every entry, with one compiler for all packages. */
export function readApi(root: string, packages: readonly WorkspacePackage[]): ReadonlyMap<string, readonly EntryApi[]> {
  const entries = packages.flatMap(({ folder, manifest }) =>
    Object.entries(manifest.exports ?? {}).flatMap(([path, target]) => {
      const types = typeof target === 'string' ? undefined : target['types'];
      const name = join(manifest.name, path);
      return types === undefined ? [] : [{ folder, name, types: join(root, folder, types) }];
    }),
  );
  const [first] = entries;
  if (first === undefined) return new Map();
  const reports = mkdtempSync(join(tmpdir(), 'botwright-api-'));
  const configOf = ({ folder, types }: typeof first): ExtractorConfig => configure(join(root, folder), types, reports);
  try {
    const additionalEntryPoints = entries.map(({ types }) => types);
    const compilerState = CompilerState.create(configOf(first), { additionalEntryPoints });
    const read = entries.map((entry) => {
      const undocumented: ExtractorMessage[] = [];
      Extractor.invoke(configOf(entry), {
        compilerState,
        localBuild: true,
        messageCallback(message) {
          message.handled = true;
          if (message.messageId === ExtractorMessageId.Undocumented) undocumented.push(message);
        },
      });
      const report = readFileSync(join(reports, 'entry.api.md'), 'utf8');
      const declarations = readDeclarations(report);
      return {
        folder: entry.folder,
        name: entry.name,
        declarations,
        exportedNames: namesOf(declarations),
        undocumentedNames: namesOf(findUndocumented(report)),
        undocumentedMembers: undocumented.flatMap((message) => memberInSource(root, message)),
      };
    });
    return Map.groupBy(read, ({ folder }) => folder);
  } finally {
    rmSync(reports, { recursive: true });
  }
}

function configure(folder: string, types: string, reports: string): ExtractorConfig {
  const silent = { default: { logLevel: 'none' as const } };
  const compilerOptions = {
    target: 'es2024',
    // Globals that Node and browsers share are only found in the declarations of browsers.
    lib: ['es2024', 'esnext.iterator', 'esnext.collection', 'dom', 'dom.iterable'],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
  };
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
    configObject: {
      projectFolder: folder,
      newlineKind: 'lf',
      mainEntryPointFilePath: types,
      compiler: { overrideTsconfig: { compilerOptions, include: ['dist/**/*.d.ts'] } },
      apiReport: { enabled: true, reportFileName: 'entry.api.md', reportFolder: reports, reportTempFolder: reports },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: { compilerMessageReporting: silent, extractorMessageReporting: silent, tsdocMessageReporting: silent },
    },
  });
}

/** The declarations between the fences of a report, without its comments. */
function readDeclarations(report: string): string {
  const code = /```ts\n(.*)```/s.exec(report)?.[1] ?? '';
  return code
    .split('\n')
    .filter((line) => !/^\s*\/\/ [@(]/.test(line))
    .map((line) => line.replace(/ \/\/ \(undocumented\)$/, ''))
    .join('\n')
    .replaceAll(/\n{2,}/g, '\n\n')
    .trim();
}

/** The first lines of declarations that API Extractor marks; it also marks a comment of nothing but tags. */
function findUndocumented(report: string): string {
  const lines = report.matchAll(/^\/\/ @.*\(undocumented\)\n(?:export )?(.*)/gm);
  return Array.from(lines, ([, line = '']) => `export ${line}`).join('\n');
}

/** Finds the member of a message in the source of its declaration. Nothing for names, and for generated sources. */
function memberInSource(
  root: string,
  { sourceFilePath = '', sourceFileLine }: ExtractorMessage,
): readonly UndocumentedMember[] {
  const built = relative(root, sourceFilePath);
  const declared = readText(root, built).split('\n').slice(0, sourceFileLine);
  const [, name] = /^ {4}(?:[a-z]+ )*(\w+)\??[:(<](?! ["'][^"']+["'];$)/.exec(declared.at(-1) ?? '') ?? [];
  if (name === undefined || built.includes('/generated/')) return [];
  const owner = /^(?:export )?.*?((?:interface|class) \w+)/;
  const [, ownerOfMember] = owner.exec(declared.findLast((line) => /^\w/.test(line)) ?? '') ?? [];
  const file = built.replace('/dist/', '/src/').replace(/\.d\.ts$/, '.ts');
  const lines = readText(root, file).split('\n');
  const start = lines.findIndex((line) => owner.exec(line)?.[1] === ownerOfMember);
  const isMember = new RegExp(`^  (?:[a-z]+ )*${name}\\b`);
  return [{ name, file, line: lines.findIndex((line, at) => at > start && isMember.test(line)) + 1 }];
}

/** Overloads count once; a value and a type of one name also count once. */
export function namesOf(declarations: string): readonly string[] {
  const declared = declarations.matchAll(
    /^export (?:declare |default |abstract |async )*(?:const|let|function\*?|class|interface|type|enum|namespace) (\w+)/gm,
  );
  const listed = [...declarations.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.trim().split(' ').at(-1) ?? ''),
  );
  return [...new Set([...Array.from(declared, ([, name = '']) => name), ...listed.filter((name) => name !== '')])];
}
