import { connection, node, startNode } from '../support/wire-diagrams.ts';
import type { Quality } from './model.ts';

const hidden = { ...startNode, params: {} };

/** @param mark - Makes diagrams of one quality different from each other. */
export function diagramOf(quality: Quality, mark: number): object {
  const welcome = node('welcome', 'var_text', { text: `Question ${mark}?`, destination: 'answer' });
  const meeting = node('meeting', 'scheduler', { auth_id: 'nobody', scheduling_url: 'https://meet.test/x' });
  const link = connection('welcome', '$success', 'meeting');
  return {
    nodes: {
      hidden,
      ...(quality === 'broken' ? { lonely: node('lonely', 'chat', { text: `Hello ${mark}` }) } : { welcome }),
      ...(quality === 'warned' && { meeting }),
    },
    connections: quality === 'warned' ? { [link.id]: link } : {},
  };
}
