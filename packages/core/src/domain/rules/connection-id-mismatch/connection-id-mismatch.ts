import { connectionIdOf, type DiagramConnection } from '../../diagram/diagram.ts';
import type { Link } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

/** @spec RU25 */
export const connectionIdMismatch = rule('connection_id_mismatch', 'error', 'entries', ({ links }, _facts, report) => {
  for (const link of links) {
    if (link.connection.id === link.key && matchesEnds(link.connection)) continue;
    report(link, describe);
  }
});

/** Like a comparison with `connectionIdOf`, but without a new string: this runs for every connection. */
function matchesEnds({ id, sourcePath, type, targetPath }: DiagramConnection): boolean {
  const typeAt = sourcePath.length + 1;
  const dashesAt = typeAt + type.length;
  return (
    id.length === dashesAt + 2 + targetPath.length &&
    id.startsWith(sourcePath) &&
    id.startsWith('.', typeAt - 1) &&
    id.startsWith(type, typeAt) &&
    id.startsWith('--', dashesAt) &&
    id.startsWith(targetPath, dashesAt + 2)
  );
}

function describe({ key, connection }: Link): Finding {
  const expected = excerpt(connectionIdOf(connection));
  return {
    message: `Connection ${excerpt(key)} should have ${expected} as its key and id, and has the id ${excerpt(connection.id)}.`,
    at: ['id'],
  };
}
