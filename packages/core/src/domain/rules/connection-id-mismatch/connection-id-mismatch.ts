import type { DiagramConnection } from '../../diagram/diagram.ts';
import type { CheckContext } from '../check-context.ts';
import { excerpt } from '../excerpt.ts';
import type { Rule } from '../rule.ts';

/** @spec RU25 */
export const connectionIdMismatch: Rule<CheckContext> = {
  codes: ['connection_id_mismatch'],
  severity: 'error',
  begin: () => ({
    link: (link, report) => {
      const { connection } = link;
      if (connection.id === link.key && saysItsEnds(connection)) return;
      report('connection_id_mismatch', () => {
        const { id, sourcePath, type, targetPath } = connection;
        const expected = excerpt(`${sourcePath}.${type}--${targetPath}`);
        return {
          message: `Connection ${excerpt(link.key)} should have that key and id ${expected}, but its id is ${excerpt(id)}.`,
          at: ['id'],
        };
      });
    },
  }),
};

/** The same as comparing with the joined text, but joins nothing: this runs for every connection. */
function saysItsEnds({ id, sourcePath, type, targetPath }: DiagramConnection): boolean {
  const typeAt = sourcePath.length + 1;
  const dashesAt = typeAt + type.length;
  return (
    id.length === dashesAt + 2 + targetPath.length &&
    id.charCodeAt(typeAt - 1) === 46 &&
    id.startsWith('--', dashesAt) &&
    id.startsWith(sourcePath) &&
    id.startsWith(type, typeAt) &&
    id.endsWith(targetPath)
  );
}
