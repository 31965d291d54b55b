import {
  addBlocks,
  type BlockDefinition,
  createCatalog,
  type Diagram,
  defineLint,
  defineRule,
  editBlock,
  parseDiagram,
  startDiagram,
  type Violation,
} from '@botwright/core/diagram';
import { describe, expectTypeOf, it } from 'vitest';

const context = { catalog: createCatalog(), linkedBots: new Map() };

describe('what an edit results in', () => {
  it('is distinguished by its kind', () => {
    const result = addBlocks(startDiagram(), { blocks: [{ id: 'bye', type: 'close_chat' }] }, context);
    if (result.kind === 'applied') expectTypeOf(result.diagram).toEqualTypeOf<Diagram>();
    else expectTypeOf(result.violations).toEqualTypeOf<readonly Violation[]>();
    // @ts-expect-error Property 'diagram' does not exist on type 'RefusedEdit'.
    result.diagram;
  });

  it('may be that the block is absent', () => {
    const result = editBlock(startDiagram(), 'bye', { params: {} }, context);
    expectTypeOf(result.kind).toEqualTypeOf<'applied' | 'refused' | 'absent'>();
  });

  it('cannot be written into', () => {
    // @ts-expect-error Cannot assign to 'nodes' because it is a read-only property.
    startDiagram().nodes = {};
  });
});

describe('what a text is parsed into', () => {
  it('has a diagram only where it is one', () => {
    const parsed = parseDiagram({});
    if (parsed.ok) expectTypeOf(parsed.diagram).toEqualTypeOf<Diagram>();
    else expectTypeOf(parsed.field).toEqualTypeOf<'nodes' | 'connections' | ''>();
  });
});

describe('the definition of a block', () => {
  const shape = { selector: [], outputs: [], outputDerivations: [] };
  const named = { name: 'a', template: 'a', title: 'A', description: '', group: 'a' };
  const kinds = { placeable: true, canBeWelcome: false, waits: false };

  it('has params of a closed list of types', () => {
    const param = { name: 'text', required: true, rules: {}, description: '' };
    const variant = { ...shape, requiredTier: 'sandbox' as const };
    const definition = {
      ...named,
      ...kinds,
      variants: [{ ...variant, params: [{ ...param, type: 'string' as const }] }],
    };
    expectTypeOf(definition).toExtend<BlockDefinition>();
    // @ts-expect-error Type '"text"' is not assignable to type 'ParamType'.
    createCatalog([{ ...named, ...kinds, variants: [{ ...variant, params: [{ ...param, type: 'text' }] }] }]);
  });

  it('names the plan that it needs', () => {
    // @ts-expect-error Type '"free"' is not assignable to type '"business" | "professional" | "sandbox" | "starter"'.
    createCatalog([{ ...named, ...kinds, variants: [{ ...shape, params: [], requiredTier: 'free' }] }]);
  });
});

describe('the definition of a rule of a host', () => {
  const described = { code: 'acme', description: 'A rule.' };

  it('reads blocks, and cannot change them', () => {
    defineRule({
      ...described,
      check: ({ blocks, find }, report) => {
        expectTypeOf(find('x')).toEqualTypeOf<(typeof blocks)[number] | undefined>();
        // @ts-expect-error Cannot assign to 'id' because it is a read-only property.
        for (const block of blocks) block.id = 'x';
        // @ts-expect-error Property 'message' is missing in type '{ block: string; }' but required in type 'OwnFinding'.
        report({ block: 'x' });
      },
    });
  });

  it('has a severity, and a lint has a level', () => {
    // @ts-expect-error Type '"warn"' is not assignable to type 'ViolationSeverity'.
    defineRule({ ...described, check: () => {}, severity: 'warn' });
    // @ts-expect-error Type '"warning"' is not assignable to type 'LintLevel'.
    defineLint({ ...described, check: () => {}, level: 'warning' });
  });
});
