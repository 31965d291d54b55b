/** The runner sets it on engines that support it; only the types of Node declare it. */
interface ErrorConstructor {
  stackTraceLimit: number;
}
