/** The permissions of `publish`. Default: none. */
export interface PublishOptions {
  /** Bots may be published, if the person confirms it. */
  readonly allowPublish?: boolean;
  /** Also bots whose tests fail, and bots without tests. */
  readonly publishUntested?: boolean;
}

/** The parts that all servers of one handler share. */
export interface ServerParts {
  /** The options of the tool `publish`. */
  readonly publishing: PublishOptions;
  /** Signs the question that a client repeats with the person's answer: at least 32 characters. */
  readonly stateKey: string;
  /** The caller: nobody else may repeat the question. */
  readonly subject: string;
  /** Called with each fault of a tool, which its answer does not show. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
}
