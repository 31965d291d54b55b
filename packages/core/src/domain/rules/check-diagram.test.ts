import { expect, it } from 'vitest';
import { createCatalog } from '../blocks/catalog.ts';
import type { Diagram } from '../diagram/diagram.ts';
import { startDiagram } from '../diagram/start-diagram.ts';
import { checkDiagram } from './check-diagram.ts';

const catalog = createCatalog();
const native = { catalog, channelFamily: 'native' };

it('[RU16][RU17] the start diagram breaks one rule: nobody greets', () => {
  const { violations, total, errors } = checkDiagram(startDiagram(), native);
  expect({ codes: violations.map(({ code }) => code), total, errors }).toEqual({
    codes: ['start_connection'],
    total: 1,
    errors: 1,
  });
});

it('[RU19] a greeting with no connection from the start point is clean', () => {
  const diagram: Diagram = {
    ...startDiagram(),
    nodes: {
      ...startDiagram().nodes,
      welcome: { id: 'welcome', template: 'var_text', params: { text: 'Who is there?', version: 3 } },
    },
  };
  expect(checkDiagram(diagram, native)).toEqual({ violations: [], total: 0, errors: 0 });
});
