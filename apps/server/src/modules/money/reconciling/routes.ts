import {
  staffBankDecide,
  staffBankFile,
  staffBankImport,
  staffBankImports,
  staffBankLine,
  staffBankLines,
  staffBankMatch,
  staffBankTake,
} from '#contract/bank.ts'
import { staffChannelBills, staffChannelDecide, staffChannelDifferences, staffChannelFile } from '#contract/channel-bills.ts'
import { STATEMENT_FILE_BYTES_MAX } from '#contract/constants.ts'
import type { ModuleContext } from '../../../context.ts'
import { serveOn } from '../../../platform/http.ts'
import { refuseOutside } from '../../../platform/narrowed-records.ts'
import { takeUploads } from '../../../platform/one-upload.ts'
import type { PaymentDeps } from '../payments/public.ts'
import { decideBankLine, importOf, importsOf, keepImport, lineOf, linesOfQuery, matchBankLines, takeImport } from './bank.ts'
import { billsOf, checkDay, decideDifference, differencesOf, takeBill } from './channel.ts'
import { readStatement } from './file-thread.ts'

const DONE = { match: '来账已对上', suspend: '已转待查款项', aside: '已记为不入账', reopen: '已重新待匹配' } as const

export function reconcilingRoutes({ app, serve, deps: all }: ModuleContext, deps: PaymentDeps): void {
  const { database } = all
  // A scope of its own: no other call takes multipart bodies.
  app.register(async (scope) => {
    await takeUploads(scope, STATEMENT_FILE_BYTES_MAX)
    const serveFile = serveOn(scope, all.clock, (call, request) => refuseOutside(database, call, request))
    serveFile(staffBankFile, async ({ viewer, request, now }) => {
      const { name, file } = await readStatement(request, viewer.accountId, 'bank')
      return keepImport(database, viewer, name, file, now)
    })
    serveFile(staffChannelFile, async ({ viewer, params, request, now, say }) => {
      checkDay(deps, params.channel, params.day, now)
      const { name, file } = await readStatement(request, viewer.accountId, 'channel')
      const bill = await takeBill(deps, viewer, { ...params, fileName: name, bill: file }, now)
      say(bill.open === 0 ? '账单与本店相符' : `有 ${bill.open} 处差异待处理`)
      return bill
    })
  })
  serve(staffBankImport, ({ params }) => importOf(database.db, params.id))
  serve(staffBankImports, ({ query }) => importsOf(database.db, query))
  serve(staffBankTake, async ({ viewer, params, body, now, say }) => {
    const taken = await takeImport(database, viewer, params.id, body.alike === 1, now)
    say(taken.fresh === 0 ? '没有新的来账' : `收入 ${taken.fresh} 笔来账`)
    return taken
  })
  serve(staffBankLines, ({ query }) => linesOfQuery(database.db, query))
  serve(staffBankLine, ({ params }) => lineOf(database.db, params.id))
  serve(staffChannelBills, ({ query }) => billsOf(deps, query))
  serve(staffChannelDifferences, ({ query }) => differencesOf(deps, query))
  serve(staffChannelDecide, async ({ viewer, params, body, now, say }) => {
    const difference = await decideDifference(deps, viewer, params, body, now)
    say(params.command === 'reopen' ? '差异已重开' : '差异已关闭')
    return difference
  })
  serve(staffBankMatch, async ({ viewer, body, now, say }) => {
    const done = await matchBankLines(deps, viewer, body, now)
    say(done.faults.length === 0 ? `已对上 ${done.matched} 笔` : `对上 ${done.matched} 笔，${done.faults.length} 笔没有对上`)
    return done
  })
  serve(staffBankDecide, async ({ viewer, params, body, now, say }) => {
    const decided = await decideBankLine(deps, viewer, params, body, now)
    say(DONE[params.command])
    return decided
  })
}
