import { describe, expect, it } from 'vitest';
import { parseSource } from '../source/parse-source.ts';
import type { WorkspacePackage } from '../source/repository.ts';
import { checkImport, checkReach } from './check-imports.ts';
import { zoneOf } from './zones.ts';

describe('layers', () => {
  it.for<readonly [string, string, boolean]>([
    ['packages/core/src/domain/bot/bot.ts', "import { a } from '../paging/page.ts';", true],
    ['packages/core/src/domain/bot/bot.ts', "import { produce } from 'immer';", true],
    ['packages/core/src/domain/bot/bot.ts', "import { a } from '../../engine/engine.ts';", false],
    ['packages/core/src/domain/bot/bot.ts', "import type { Clock } from '../../ports/clock.ts';", false],
    ['packages/core/src/domain/bot/bot.ts', "import { join } from 'node:path';", false],
    ['packages/core/src/domain/bot/bot.test.ts', "import { it } from 'vitest';", true],
    ['packages/core/src/engine/engine.ts', "export { a } from '../domain/bot/bot.ts';", true],
    ['packages/core/src/engine/engine.ts', "import { memoryStorage } from '../memory/memory-storage.ts';", false],
    ['packages/core/src/diagram/index.ts', "export { a } from '../engine/engine.ts';", false],
    ['packages/storage-sqlite/src/store.ts', "import type { Storage } from '@botwright/core';", true],
    ['packages/storage-sqlite/src/store.ts', "import { createEngine } from '@botwright/core';", false],
    ['packages/storage-sqlite/src/store.ts', "import type { Storage } from '@botwright/core/memory';", true],
    ['packages/http/src/api.ts', "import { createServer } from 'node:http';", false],
    ['packages/http-node/src/listener.ts', "import type { Server } from 'node:http';", true],
    ['packages/cli/src/main.ts', "import { anything } from 'anywhere';", true],
  ])('%s: %s', ([file, text, isAllowed]) => {
    const source = parseSource(file, text);
    const zone = zoneOf(file);
    const findings = zone === undefined ? [] : source.imports.flatMap((use) => checkImport(source, use, zone));
    expect(findings.length === 0).toBe(isAllowed);
  });

  it('knows no layer for a package that nobody placed', () => {
    expect(zoneOf('packages/unplaced/src/index.ts')).toBeUndefined();
  });
});

describe('reach', () => {
  const own: WorkspacePackage = {
    folder: 'packages/http',
    manifest: {
      name: '@botwright/http',
      dependencies: { '@botwright/core': '1', valibot: '1' },
      devDependencies: { yaml: '1', 'date-fns': '1' },
      builtIn: ['date-fns', 'immer'],
    },
  };
  const others = new Map([
    [
      '@botwright/core',
      { folder: 'packages/core', manifest: { name: '@botwright/core', exports: { '.': {}, './memory': {} } } },
    ],
  ]);

  it.for<readonly [string, readonly string[]]>([
    ["import './codecs/bot.ts';", []],
    ["import './codecs/bot';", ['"./codecs/bot" must name the file with its extension.']],
    [
      "import '../../core/src/index.ts';",
      ['"../../core/src/index.ts" leaves the package: import the other one by its name.'],
    ],
    ["import '@botwright/core/memory';", []],
    [
      "import '@botwright/core/src/index.ts';",
      ['"@botwright/core/src/index.ts" is no public entry of @botwright/core.'],
    ],
    ["await import('immer');", ['"immer" is not among the dependencies of @botwright/http.']],
    ["import 'yaml';", ['"yaml" is not among the dependencies of @botwright/http.']],
    ["import 'date-fns/parse';", []],
    ["import 'node:crypto';", []],
  ])('%s', ([text, messages]) => {
    const source = parseSource('packages/http/src/api.ts', text);
    const findings = source.imports.flatMap((use) => checkReach(source, use, { own, others, toolbox: new Set() }));
    expect(findings.map(({ message }) => message)).toEqual(messages);
  });

  it('lets tests use development dependencies and the tools of the root', () => {
    const source = parseSource('packages/http/src/api.test.ts', "import 'yaml'; import 'vitest';");
    const reach = { own, others, toolbox: new Set(['vitest']), isTest: true } as const;
    expect(source.imports.flatMap((use) => checkReach(source, use, reach))).toEqual([]);
  });

  it('lets tests use the helpers of tests of other packages, and nothing else of theirs by its place', () => {
    const text = "import '../../cli/test/serve-process.ts'; import '../../cli/src/main.ts';";
    const source = parseSource('packages/http/test/api.test.ts', text);
    const reach = { own, others, toolbox: new Set<string>() };
    const refused = (isTest: boolean) =>
      source.imports.flatMap((use) => checkReach(source, use, { ...reach, isTest })).map(({ message }) => message);
    const leaves = (file: string) => `"../../cli/${file}" leaves the package: import the other one by its name.`;
    expect(refused(true)).toEqual([leaves('src/main.ts')]);
    expect(refused(false)).toEqual([leaves('test/serve-process.ts'), leaves('src/main.ts')]);
  });
});
