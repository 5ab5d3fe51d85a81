import { endpoint } from '#api-client/endpoint.ts'

type Reports = typeof import('#contract/reports.ts')

/** Inspection reports: the page of reports, and the batches on the page of a goods. */
export const reportApi = {
  reportList: endpoint<Reports['reportList']>('GET', '/api/report'),
  reportAsk: endpoint<Reports['reportAsk']>('POST', '/api/report/request'),
  goodsReports: endpoint<Reports['goodsReports']>('GET', '/api/report/goods/:id'),
}
