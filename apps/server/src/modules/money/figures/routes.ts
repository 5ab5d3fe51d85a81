import { PAGE_SIZE } from '#contract/constants.ts'
import * as figures from '#contract/figures.ts'
import type { ModuleContext } from '../../../context.ts'
import { cashOf } from './cash.ts'
import { CUSTOMERS, customersOf } from './customers.ts'
import { reportExporter } from './exporter.ts'
import { addSchedule, letterList, readLetter, removeSchedule, saveSchedule, scheduleList } from './letters.ts'
import { askRemake, remakeState } from './remake.ts'
import { refuseNarrowed } from './report.ts'
import { MARGIN, marginOf, SALES, salesOf } from './sales.ts'
import { choicesOf } from './sales-views.ts'
import { FUNNEL, funnelOf, OFFERS, offersOf, RECEIVABLES, receivablesOf, SERVICE, STOCK, serviceOf, stockOf } from './shop-reports.ts'

export const FIGURE_EXPORTERS = {
  figures_sales: reportExporter(figures.staffFigureSales, '销售报表', SALES),
  figures_margin: reportExporter(figures.staffFigureMargin, '毛利报表', MARGIN),
  figures_customers: reportExporter(figures.staffFigureCustomers, '客户报表', CUSTOMERS),
  figures_receivables: reportExporter(figures.staffFigureReceivables, '应收账龄', RECEIVABLES),
  figures_service: reportExporter(figures.staffFigureService, '服务时效', SERVICE),
  figures_offers: reportExporter(figures.staffFigureOffers, '营销活动报表', OFFERS),
  figures_funnel: reportExporter(figures.staffFigureFunnel, '搜索转化', FUNNEL),
  figures_stock: reportExporter(figures.staffFigureStock, '库存周转与损失', STOCK),
}

export function figureRoutes({ serve, deps: { database, jobs } }: ModuleContext): void {
  serve(figures.staffFigureSales, ({ viewer, query, now }) => salesOf(database, viewer, query, now))
  serve(figures.staffFigureMargin, ({ viewer, query, now }) => marginOf(database, viewer, query, now))
  serve(figures.staffFigureCustomers, ({ viewer, query, now }) => customersOf(database, viewer, query, now))
  serve(figures.staffFigureReceivables, ({ viewer, query, now }) => receivablesOf(database, viewer, query, now))
  serve(figures.staffFigureService, ({ viewer, query, now }) => serviceOf(database, viewer, query, now))
  serve(figures.staffFigureOffers, ({ viewer, query, now }) => offersOf(database, viewer, query, now))
  serve(figures.staffFigureFunnel, ({ viewer, query, now }) => funnelOf(database, viewer, query, now))
  serve(figures.staffFigureStock, ({ viewer, query, now }) => stockOf(database, viewer, query, now))
  serve(figures.staffFigureCash, ({ viewer, now }) => cashOf(database, viewer, now))
  serve(figures.staffFigureChoices, ({ viewer }) => {
    refuseNarrowed(viewer)
    return choicesOf(database.db)
  })
  serve(figures.staffFigureRemakeState, () => remakeState(database))
  serve(figures.staffFigureRemake, ({ viewer, body, now }) => askRemake(database, jobs, viewer, body, now))
  serve(figures.staffFigureSchedules, () => scheduleList(database))
  serve(figures.staffFigureScheduleAdd, ({ viewer, body, now }) => addSchedule(database, viewer, body, now))
  serve(figures.staffFigureScheduleSave, ({ viewer, params, body, now }) => saveSchedule(database, viewer, params.id, body, now))
  serve(figures.staffFigureScheduleRemove, ({ viewer, params, now }) => removeSchedule(database, viewer, params.id, now))
  serve(figures.staffFigureLetters, ({ viewer, query: { unread = 0, page = 1, per_page: perPage = PAGE_SIZE } }) =>
    letterList(database, viewer.accountId, unread === 1, { page, perPage }),
  )
  serve(figures.staffFigureLetterRead, ({ viewer, params, now }) => readLetter(database, viewer, params.id, now))
}
