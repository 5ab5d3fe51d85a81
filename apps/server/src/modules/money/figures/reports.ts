import type { Call } from '#contract/call.ts'
import type { ReportName, ReportWire } from '#contract/figures.ts'
import * as figures from '#contract/figures.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { customersOf } from './customers.ts'
import { marginOf, salesOf } from './sales.ts'
import { funnelOf, offersOf, receivablesOf, serviceOf, stockOf } from './shop-reports.ts'

type Read = (database: DatabaseHandle, viewer: Viewer, asked: never, now: Date) => Promise<ReportWire>

/** Every report by its name; the page of each is reports/<name>. word: what its call asks for. */
export const REPORTS: Readonly<Record<ReportName, { title: string; word: 'figures.view' | 'prices.cost'; call: Call; read: Read }>> = {
  sales: { title: '销售报表', word: 'figures.view', call: figures.staffFigureSales, read: salesOf },
  margin: { title: '毛利报表', word: 'prices.cost', call: figures.staffFigureMargin, read: marginOf },
  customers: { title: '客户报表', word: 'figures.view', call: figures.staffFigureCustomers, read: customersOf },
  receivables: { title: '应收账龄', word: 'figures.view', call: figures.staffFigureReceivables, read: receivablesOf },
  service: { title: '服务时效', word: 'figures.view', call: figures.staffFigureService, read: serviceOf },
  offers: { title: '营销活动报表', word: 'figures.view', call: figures.staffFigureOffers, read: offersOf },
  funnel: { title: '搜索转化', word: 'figures.view', call: figures.staffFigureFunnel, read: funnelOf },
  stock: { title: '库存周转与损失', word: 'prices.cost', call: figures.staffFigureStock, read: stockOf },
}
