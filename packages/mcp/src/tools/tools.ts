import type { McpTool } from '../tool.ts';
import { draw } from './draw.ts';
import { publish } from './publish.ts';
import { readTools } from './read-tools.ts';
import { testTools } from './test-tools.ts';
import { writeTools } from './write-tools.ts';

/** All tools. None deletes bots, reads messages of customers or secrets, or sends to visitors. @spec MC16 */
export const tools: readonly McpTool[] = [...readTools, ...writeTools, ...testTools, draw, publish];
