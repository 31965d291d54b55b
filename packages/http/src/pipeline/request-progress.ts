/** The results of the pipeline's steps so far, for the log. */
export interface RequestProgress {
  readonly requestId: string;
  /** Reports an error that changes the response in no way or that the caller does not see. */
  readonly reportFault: (error: unknown) => void;
  operation?: { readonly id: string };
  caller?: { readonly brand: string; readonly person?: number };
  /** The loggable form of a path that contains a secret. */
  loggedPath?: string;
}
