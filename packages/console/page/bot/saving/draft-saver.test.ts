import { applyChangeSet, createCatalog, type Diagram, startDiagram } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { createDraftSaver, type SaverState, type StoredDraft } from './draft-saver.ts';

const context = { catalog: createCatalog(), linkedBots: new Map() };

function withText(text: string, from: Diagram = startDiagram()): Diagram {
  const result = applyChangeSet(
    from,
    { blocks: { add: [{ id: text, type: 'send_text', params: { text } }] } },
    context,
  );
  if (result.kind !== 'applied') throw new Error(JSON.stringify(result.violations));
  return result.diagram;
}

/** A server with one draft, and a manual clock. */
function place() {
  const server = {
    diagram: startDiagram(),
    revision: 1,
    writes: [] as string[],
    failure: undefined as string | undefined,
  };
  const timers = new Set<() => void>();
  const states: SaverState['kind'][] = [];
  const stored = (): StoredDraft<never> => ({ diagram: server.diagram, etag: String(server.revision), violations: [] });
  function write(kind: string, etag: string | undefined, make: () => Diagram) {
    server.writes.push(`${kind} at ${etag}`);
    if (server.failure === 'before') throw new Error('passing');
    if (server.failure === 'for good') throw new Error('for good');
    if (kind === 'edit' && server.failure === 'refused') throw new Error('refused');
    if (etag !== String(server.revision)) return 'changed' as const;
    server.diagram = make();
    server.revision += 1;
    if (server.failure === 'after') throw new Error('passing');
    const { diagram: _, ...written } = stored();
    return written;
  }
  const saver = createDraftSaver<never>(
    stored(),
    context,
    {
      read: async () => stored(),
      edit: async (changeSet, etag) =>
        write('edit', etag, () => {
          const result = applyChangeSet(server.diagram, changeSet, context);
          if (result.kind !== 'applied') throw new Error('refused');
          return result.diagram;
        }),
      replace: async (diagram, etag) => write('replace', etag, () => diagram),
      isRefused: (error) => (error as Error).message === 'refused',
      isPassing: (error) => (error as Error).message === 'passing',
      after(_ms, run) {
        timers.add(run);
        return () => timers.delete(run);
      },
    },
    ({ kind }) => states.push(kind),
  );
  return {
    saver,
    server,
    states,
    timers,
    /** Ends the pause, and awaits the work that it began. */
    async pass() {
      for (const run of [...timers]) {
        timers.delete(run);
        run();
      }
      await saver.saveNow();
    },
    writeAsOther(diagram: Diagram) {
      server.diagram = diagram;
      server.revision += 1;
    },
  };
}

it('[CO51] saves edits after a pause, in one write based on the read revision', async () => {
  const { saver, server, states, timers, pass } = place();
  saver.change(withText('a'));
  saver.change(withText('b'));
  expect([server.writes, timers.size, saver.state.kind]).toEqual([[], 1, 'unsaved']);
  await pass();
  expect(server.writes).toEqual(['edit at 1']);
  expect(server.diagram).toEqual(withText('b'));
  expect(states.at(-1)).toBe('saved');
});

it('[CO51] saves edits made during a write, based on the revision of that write', async () => {
  const { saver, server } = place();
  saver.change(withText('a'));
  const saved = saver.saveNow();
  saver.change(withText('b'));
  expect(await saved).toBe(true);
  expect(server.writes).toEqual(['edit at 1', 'edit at 2']);
  expect(server.diagram).toEqual(withText('b'));
});

it('[CO51] writes nothing when nothing differs', async () => {
  const { saver, server, pass } = place();
  saver.change(withText('a'));
  saver.change(startDiagram());
  await pass();
  expect([server.writes, saver.state.kind]).toEqual([[], 'saved']);
});

it('[CO51] replaces the whole draft if a change set is refused', async () => {
  const { saver, server, pass } = place();
  server.failure = 'refused';
  saver.change(withText('a'));
  await pass();
  expect(server.writes).toEqual(['edit at 1', 'replace at 1']);
  expect(saver.state.kind).toBe('saved');
});

it('[CO52] never overwrites another author’s draft, and continues once the conflict is resolved', async () => {
  const { saver, server, pass, writeAsOther } = place();
  writeAsOther(withText('theirs'));
  saver.change(withText('mine'));
  await pass();
  expect(saver.state).toMatchObject({ kind: 'conflict', theirs: { diagram: withText('theirs') } });
  expect(server.diagram).toEqual(withText('theirs'));
  saver.change(withText('mine too'));
  await pass();
  expect(server.writes).toEqual(['edit at 1']);
  const both = withText('mine too', withText('theirs'));
  saver.resolve(both);
  await saver.saveNow();
  expect([server.writes, server.diagram, saver.state.kind]).toEqual([['edit at 1', 'edit at 2'], both, 'saved']);
});

it('[CO51] continues from a newer revision with the same diagram', async () => {
  const { saver, server, pass, writeAsOther } = place();
  writeAsOther(startDiagram());
  saver.change(withText('mine'));
  await pass();
  expect([server.diagram, saver.state.kind]).toEqual([withText('mine'), 'saved']);
});

it('[CO53] holds edits while the server cannot be reached, and retries automatically', async () => {
  const { saver, server, timers } = place();
  server.failure = 'before';
  saver.change(withText('a'));
  await saver.saveNow();
  expect(saver.state).toMatchObject({ kind: 'failed', willRetry: true });
  expect(timers.size).toBe(1);
  server.failure = undefined;
  for (const run of timers) run();
  await saver.saveNow();
  expect([server.diagram, saver.state.kind]).toEqual([withText('a'), 'saved']);
});

it('[CO53] recognizes its write when the response was lost', async () => {
  const { saver, server } = place();
  server.failure = 'after';
  saver.change(withText('a'));
  await saver.saveNow();
  expect(saver.state.kind).toBe('failed');
  server.failure = undefined;
  await saver.saveNow();
  expect([server.revision, saver.state.kind]).toEqual([2, 'saved']);
});

it('[CO53] does not retry permanent errors', async () => {
  const { saver, server, timers } = place();
  server.failure = 'for good';
  saver.change(withText('a'));
  expect(await saver.saveNow()).toBe(false);
  expect([saver.state, timers.size]).toMatchObject([{ kind: 'failed', willRetry: false }, 0]);
});
