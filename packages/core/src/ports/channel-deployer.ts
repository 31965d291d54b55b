/** A diagram that channels are prepared for: a version for visitors, or a draft for the test channel. */
export interface Deployment {
  /** The version's id, or the id of this test deployment. */
  readonly id: string;
  /** The brand of the bot. */
  readonly brand: string;
  /** UUID of the bot. */
  readonly botId: string;
  /** The family of the bot, and of its channels. */
  readonly channelFamily: string;
  /** Ids of the channels it is for; for a test deployment only the test channel. */
  readonly channels: readonly string[];
  /** Exactly the text that goes live. */
  readonly diagramJson: string;
}

/**
 * Prepares channels outside the engine for a diagram, before the diagram goes live on them.
 *
 * Called outside every transaction. Preparing must be idempotent by `deployment.id` and must change nothing that visitors
 * see: the engine makes the version live afterwards. A rejection becomes `dependency_failed`, and nothing is published.
 * The host may drop a prepared deployment that never went live at any later time.
 */
export interface ChannelDeployer {
  /** Called before a version goes live on the channels of its bot. */
  prepareVersion(deployment: Deployment): Promise<void>;
  /** Called before a draft goes to the test channel of its bot. */
  prepareTest(deployment: Deployment): Promise<void>;
}
