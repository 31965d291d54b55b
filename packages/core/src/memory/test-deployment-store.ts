import type { TestDeploymentReader, TestDeploymentStore } from '../ports/test-deployment-store.ts';
import type { Read, Write } from './access.ts';
import { frozenCopy } from './frozen-copy.ts';

export function testDeploymentReader(read: Read): TestDeploymentReader {
  return { find: (botId) => read((view) => view.shelf(botId)?.testDeployment) };
}

export function testDeploymentStore(read: Read, write: Write): TestDeploymentStore {
  return {
    ...testDeploymentReader(read),
    put(deployment) {
      const testDeployment = frozenCopy(deployment);
      return write((state) => state.changeShelf(testDeployment.botId, (shelf) => ({ ...shelf, testDeployment })));
    },
  };
}
