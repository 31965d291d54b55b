/** The runner sets it where engines have it; only the types of Node know it. */
interface ErrorConstructor {
  stackTraceLimit: number;
}
