/**
 * Does something whose errors nobody looks at where they come from. Making the trace of a stack takes longer than
 * anything else that a formula does, and a formula can meet an error at each turn of a loop.
 *
 * @spec RN95
 */
export function withoutStacks<T>(work: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
