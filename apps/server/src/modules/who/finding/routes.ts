import { staffFind } from '#contract/finding.ts'
import type { ModuleContext } from '../../../context.ts'
import { findRecords } from './service.ts'

export function findingRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(staffFind, async ({ viewer, query }) => ({ groups: await findRecords(database, viewer, query.q) }))
}
