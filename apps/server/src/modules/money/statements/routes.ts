import {
  staffSalesLines,
  staffSalesRecord,
  staffSalesRecordPaper,
  staffStatementList,
  staffStatementMake,
  statementAnswer,
  statementList,
} from '#contract/statements.ts'
import type { ModuleContext } from '../../../context.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import type { Drawings } from '../../papers/documents/public.ts'
import { drawStatement } from './paper.ts'
import { drawSalesRecord, salesLines, salesRecordBook, salesRecordPaper } from './sales.ts'
import { answerStatement, makeByStaff, makeStatements, statementsForStaff, statementsOf } from './service.ts'

export function statementRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(statementList, ({ viewer, query }) => statementsOf(database, viewer.company.id, query))
  serve(statementAnswer, ({ viewer, params, body, now }) =>
    answerStatement(database, { companyId: viewer.company.id, name: viewer.name }, params.id, body, now),
  )
  serve(staffStatementList, ({ query }) => statementsForStaff(database, query))
  serve(staffStatementMake, ({ viewer, body, now }) => makeByStaff(database, { accountId: viewer.accountId, name: viewer.name }, body, now))
  serve(staffSalesLines, ({ query, now }) => salesLines(database, query, now))
  serve(staffSalesRecord, ({ query }) => salesRecordBook(database, query))
  serve(staffSalesRecordPaper, ({ viewer, body, now }) =>
    salesRecordPaper(database, { accountId: viewer.accountId, name: viewer.name }, body, now),
  )
}

export const STATEMENT_DRAWINGS: Drawings = { statement: drawStatement, sales_record: drawSalesRecord }

/** Nightly: in the first night of a month, and in any later one where that was missed. */
const month = defineTask('statements.month', NO_PAYLOAD, { cron: '40 16 * * *', formerly: ['statements_month'] })

export const statementTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(month, (_payload, now) => makeStatements(database, now)),
]
