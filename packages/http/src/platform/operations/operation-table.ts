import { openContract } from '../../exchange/token-api/open-contract.ts';
import type { TokenOperation } from '../../exchange/token-api/token-operation.ts';
import type { PlatformHandles } from '../platform-api-options.ts';
import type { MessageTemplate } from '../schemas/template-schema.ts';
import { getChannel, listChannels } from './channels.ts';
import {
  archiveCustomer,
  assignCustomer,
  assignCustomerToBot,
  assignCustomerToCaller,
  blockCustomer,
  optInCustomer,
  optOutCustomer,
  unarchiveCustomer,
  unassignCustomer,
  unblockCustomer,
} from './customer-actions.ts';
import { deleteCustomerField, getCustomerField, postCustomerField, putCustomerField } from './customer-fields.ts';
import { deleteCustomer, getCustomer, listCustomers, updateCustomer } from './customers.ts';
import { createHook, deleteHook, getHook, listHooks, updateHook } from './message-hooks.ts';
import { listMessages, sendImage, sendLocation, sendText } from './messages.ts';
import { listTemplates } from './templates.ts';

/** The one table that routes requests and makes the contract, in the order in which the contract shows it. */
export function platformOperations(templates: readonly MessageTemplate[]): readonly TokenOperation<PlatformHandles>[] {
  return [
    listChannels,
    listTemplates(templates),
    getChannel,
    listHooks,
    createHook,
    getHook,
    updateHook,
    deleteHook,
    listCustomers,
    getCustomer,
    updateCustomer,
    deleteCustomer,
    archiveCustomer,
    unarchiveCustomer,
    blockCustomer,
    unblockCustomer,
    optInCustomer,
    optOutCustomer,
    assignCustomerToCaller,
    assignCustomer,
    assignCustomerToBot,
    unassignCustomer,
    getCustomerField,
    postCustomerField,
    putCustomerField,
    deleteCustomerField,
    listMessages,
    sendText,
    sendImage,
    sendLocation,
    openContract,
  ];
}
