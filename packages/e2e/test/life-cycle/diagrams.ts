import type { Quality } from './model.ts';

const node = (id: string, template: string, params: object): object => ({
  id,
  path: id,
  template,
  params: { ...params, version: 3 },
  top: 0,
  left: 0,
  isTarget: true,
});

const hidden = { id: 'hidden', path: 'hidden', template: 'hidden', params: {}, top: 0, left: 0, isTarget: true };

/** @param mark - Makes diagrams of one quality different from each other. */
export function diagramOf(quality: Quality, mark: number): object {
  const welcome = node('welcome', 'var_text', { text: `Question ${mark}?`, destination: 'answer' });
  const meeting = node('meeting', 'scheduler', { auth_id: 'nobody', scheduling_url: 'https://meet.test/x' });
  const connection = {
    id: 'welcome.$success--meeting',
    type: '$success',
    sourcePath: 'welcome',
    targetPath: 'meeting',
  };
  return {
    nodes: {
      hidden,
      ...(quality === 'broken' ? { lonely: node('lonely', 'chat', { text: `Hello ${mark}` }) } : { welcome }),
      ...(quality === 'warned' && { meeting }),
    },
    connections: quality === 'warned' ? { [connection.id]: connection } : {},
  };
}
