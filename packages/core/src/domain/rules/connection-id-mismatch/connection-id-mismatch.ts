import { connectionIdOf, type DiagramConnection } from '../../diagram/diagram.ts';
import type { Link } from '../diagram-index.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/** @spec RU25 */
export const connectionIdMismatch: Rule<CheckContext> = {
  codes: ['connection_id_mismatch'],
  severity: 'error',
  looksAt: 'entries',
  check: ({ links }, _facts, report) => {
    for (const link of links) {
      if (link.connection.id === link.key && matchesEnds(link.connection)) continue;
      report({ code: 'connection_id_mismatch', on: link, describe, subject: link });
    }
  },
};

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
