import { schemaBook } from '../../openapi/schema-book.ts';
import { blockSchema } from '../schemas/block-schema.ts';
import { botSchema } from '../schemas/bot-schema.ts';
import { diagramSchema } from '../schemas/diagram-schema.ts';
import { detailSchema, errorSchema } from '../schemas/error-schema.ts';
import { feedbackSchema } from '../schemas/feedback-schema.ts';
import { pageMeta } from '../schemas/page-schema.ts';
import { publicationSchema, versionSchema, versionSummarySchema } from '../schemas/version-schema.ts';
import { violationSchema } from '../schemas/violation-schema.ts';

/** The schemas that the document names once and points to. */
export const botsSchemas = schemaBook({
  Block: blockSchema,
  Bot: botSchema,
  Detail: detailSchema,
  Diagram: diagramSchema,
  Error: errorSchema,
  Feedback: feedbackSchema,
  PageMeta: pageMeta,
  Publication: publicationSchema,
  Version: versionSchema,
  VersionSummary: versionSummarySchema,
  Violation: violationSchema,
});
