/** A diagram on its way to where visitors, or the author testing, will meet it. */
export interface Deployment {
  /** The version's id, or the id of this test deployment. */
  readonly id: string;
  readonly brand: string;
  readonly botId: string;
  readonly channelFamily: string;
  /** Channel ids it goes out on; the test channel alone for a test deployment. */
  readonly channels: readonly string[];
  readonly diagramJson: string;
}

/**
 * Makes outside channels ready for a diagram before anyone is sent there.
 *
 * Called outside every transaction. Preparing must be idempotent by `deployment.id` and must change nothing
 * that visitors see: what they follow is the pointer that the engine moves afterwards. A rejection becomes
 * `dependency_failed`, and nothing is published. A prepared deployment that never goes live may be dropped
 * by the host at any later time.
 */
export interface ChannelDeployer {
  prepareVersion(deployment: Deployment): Promise<void>;
  prepareTest(deployment: Deployment): Promise<void>;
}
