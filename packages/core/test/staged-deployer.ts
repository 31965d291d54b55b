import type { ChannelDeployer, Deployment } from '../src/ports/channel-deployer.ts';

export interface StagedDeployer extends ChannelDeployer {
  /** Every preparation that was asked for, in order. */
  readonly prepared: readonly (Deployment & { readonly purpose: 'version' | 'test' })[];
  /** Adds a step that runs during the next preparation that has none yet. */
  during(step: (deployment: Deployment) => Promise<unknown>): void;
}

/** A deployer whose preparations run the steps that `during` adds, and else succeed at once. */
export function stagedDeployer(): StagedDeployer {
  const prepared: (Deployment & { readonly purpose: 'version' | 'test' })[] = [];
  const steps: ((deployment: Deployment) => Promise<unknown>)[] = [];

  function prepare(purpose: 'version' | 'test', deployment: Deployment): Promise<void> {
    prepared.push({ ...deployment, purpose });
    const step = steps.shift();
    return step === undefined ? Promise.resolve() : step(deployment).then(() => {});
  }

  return {
    prepared,
    during(step) {
      steps.push(step);
    },
    prepareVersion: (deployment) => prepare('version', deployment),
    prepareTest: (deployment) => prepare('test', deployment),
  };
}
