/** @module Traces and metrics of an engine for OpenTelemetry, by its API. */
export { observeMetrics } from './metrics.ts';
export { openTelemetryTracer } from './tracer.ts';
