import { isJsonObject } from '../json/json-value.ts';
import type { DiagramConnection } from './diagram.ts';

/**
 * Tells a well-formed connection: `id`, `type`, `sourcePath` and `targetPath` are strings.
 *
 * @spec DG6
 */
export function isDiagramConnection(value: unknown): value is DiagramConnection {
  return (
    isJsonObject(value) &&
    typeof value['id'] === 'string' &&
    typeof value['type'] === 'string' &&
    typeof value['sourcePath'] === 'string' &&
    typeof value['targetPath'] === 'string'
  );
}

/** The id that belongs to these ends: `<sourcePath>.<type>--<targetPath>`. @spec DG16 */
export function connectionIdOf(ends: {
  readonly sourcePath: string;
  readonly type: string;
  readonly targetPath: string;
}): string {
  return `${ends.sourcePath}.${ends.type}--${ends.targetPath}`;
}
