import { staffAudit } from '#contract/console.ts'
import type { ModuleContext } from '../../../context.ts'
import { auditPage } from './service.ts'

export function auditRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(staffAudit, ({ query }) => auditPage(database, query))
}
