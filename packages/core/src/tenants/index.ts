/** @module Brands, agents and their tokens in a store without an engine, for a command of the operator. */
export { type TenantChanges, tenantChanges } from '../engine/tenants/tenant-changes.ts';
export { type TenantRecords, tenantRecords } from '../engine/tenants/tenant-records.ts';
