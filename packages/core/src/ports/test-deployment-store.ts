import type { EpochMs } from '../domain/time/epoch-ms.ts';

export interface TestDeploymentRecord {
  readonly id: string;
  readonly botId: string;
  /** Revision of the draft that was deployed. */
  readonly revision: number;
  readonly diagramJson: string;
  readonly deployedAt: EpochMs;
  readonly deployedBy: number;
}

export interface TestDeploymentReader {
  find(botId: string): Promise<TestDeploymentRecord | undefined>;
}

export interface TestDeploymentStore extends TestDeploymentReader {
  /** @spec ST42 */
  put(deployment: TestDeploymentRecord): Promise<void>;
}
