import type { CustomerEdit, Customers, MessageHooks } from '@botwright/core';
import type { Field } from '@botwright/core/conversation';
import {
  type AgentSend,
  agentSendSchemas,
  botAssignmentSchema,
  customerEditSchema,
  fieldSchema,
  hookCreationSchema,
  hookEditSchema,
} from '@botwright/core/inputs';
import { type BodyShape, engineBody, optionalEngineBody } from '../pipeline/body-shape.ts';

/**
 * The bodies of the Platform API. The engine checks them, because it must first look up the record that they change.
 */

const { text, image, location } = agentSendSchemas();

export const customerEditBody: BodyShape<CustomerEdit> = engineBody(customerEditSchema);
export const fieldBody: BodyShape<Field> = engineBody(fieldSchema(''));
export const botAssignmentBody: BodyShape<Parameters<Customers['assignBot']>[2]> =
  optionalEngineBody(botAssignmentSchema);
export const hookCreationBody: BodyShape<Parameters<MessageHooks['create']>[1]> = engineBody(hookCreationSchema);
export const hookEditBody: BodyShape<Parameters<MessageHooks['update']>[2]> = engineBody(hookEditSchema);
export const sendBodies: Readonly<Record<AgentSend, BodyShape<unknown>>> = {
  text: engineBody(text),
  image: engineBody(image),
  location: engineBody(location),
};
