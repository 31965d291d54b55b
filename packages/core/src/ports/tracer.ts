/** Names and values follow OpenTelemetry's semantic conventions; others begin with `botwright.`. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  /** One of few, such as `versions.publish`. */
  readonly name: string;
  /** `client`: it sends a request to another server. */
  readonly kind: 'internal' | 'client';
  /** Whether it begins a new trace, also inside another span. Default no. */
  readonly isRoot?: boolean;
  /** Known at the beginning; `add` gives others. */
  readonly attributes: SpanAttributes;
}

/** A span that has begun and not ended. */
export interface Span {
  /** Adds attributes, or replaces them by name. */
  add(attributes: SpanAttributes): void;
  /** Marks the operation of the span as failed. @param type - One of few, such as an error code. */
  fail(type: string): void;
}

/**
 * Records the operations of the engine and their durations. `@botwright/core/opentelemetry` has one for OpenTelemetry.
 */
export interface Tracer {
  /**
   * Runs `work` within a span, which ends when `work` has settled: spans that begin before then, of the host's
   * libraries too, are its children. Returns the result of `work` and throws its error.
   *
   * @spec OT2
   */
  run<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>;
}
