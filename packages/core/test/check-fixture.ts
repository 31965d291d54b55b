import { createCatalog } from '../src/domain/blocks/catalog.ts';
import type { Diagram } from '../src/domain/diagram/diagram.ts';
import type { JsonObject } from '../src/domain/json/json-value.ts';
import { checkDiagram } from '../src/domain/rules/check-diagram.ts';
import type { CheckContext } from '../src/domain/rules/rule.ts';
import type { Violation } from '../src/domain/rules/violation.ts';
import { connection, diagramOf, node } from './diagram-fixture.ts';

export const catalog = createCatalog();

/** All violations of a diagram, by default on a native bot. */
export function violationsOf(diagram: Diagram, context: Partial<CheckContext> = {}): readonly Violation[] {
  return checkDiagram(diagram, { catalog, channelFamily: 'native', ...context }).violations;
}

/** Where each violation lies: `param_type /nodes/a/params/text`. */
export function placesOf(diagram: Diagram, context: Partial<CheckContext> = {}): readonly string[] {
  return violationsOf(diagram, context).map(({ code, pointer }) => `${code} ${pointer}`);
}

export type Ends = readonly [sourcePath: string, type: string, targetPath: string];

/** A clean diagram on a native bot, with these nodes and connections added; a node may replace the greeting. */
export function greeted(nodes: readonly JsonObject[], connections: readonly Ends[] = []): Diagram {
  const welcome = node('welcome', 'var_text', { text: 'Your name?' });
  return diagramOf(
    [welcome, ...nodes],
    connections.map((ends) => connection(...ends)),
  );
}
