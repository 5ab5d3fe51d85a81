import { endpoint } from '#api-client/endpoint.ts'

type Figures = typeof import('#contract/figures.ts')

export const calls = {
  sales: endpoint<Figures['staffFigureSales']>('GET', '/api/staff/figures/sales'),
  margin: endpoint<Figures['staffFigureMargin']>('GET', '/api/staff/figures/margin'),
  customers: endpoint<Figures['staffFigureCustomers']>('GET', '/api/staff/figures/customers'),
  receivables: endpoint<Figures['staffFigureReceivables']>('GET', '/api/staff/figures/receivables'),
  service: endpoint<Figures['staffFigureService']>('GET', '/api/staff/figures/service'),
  offers: endpoint<Figures['staffFigureOffers']>('GET', '/api/staff/figures/offers'),
  funnel: endpoint<Figures['staffFigureFunnel']>('GET', '/api/staff/figures/funnel'),
  stock: endpoint<Figures['staffFigureStock']>('GET', '/api/staff/figures/stock'),
  cash: endpoint<Figures['staffFigureCash']>('GET', '/api/staff/figures/cash'),
  choices: endpoint<Figures['staffFigureChoices']>('GET', '/api/staff/figures/choices'),
  remakeState: endpoint<Figures['staffFigureRemakeState']>('GET', '/api/staff/figures/remake'),
  remake: endpoint<Figures['staffFigureRemake']>('POST', '/api/staff/figures/remake'),
  schedules: endpoint<Figures['staffFigureSchedules']>('GET', '/api/staff/figures/schedule'),
  scheduleAdd: endpoint<Figures['staffFigureScheduleAdd']>('POST', '/api/staff/figures/schedule'),
  scheduleSave: endpoint<Figures['staffFigureScheduleSave']>('POST', '/api/staff/figures/schedule/:id'),
  scheduleRemove: endpoint<Figures['staffFigureScheduleRemove']>('POST', '/api/staff/figures/schedule/:id/remove'),
  letters: endpoint<Figures['staffFigureLetters']>('GET', '/api/staff/figures/letter'),
  letterRead: endpoint<Figures['staffFigureLetterRead']>('POST', '/api/staff/figures/letter/:id/read'),
  asked: endpoint<typeof import('#contract/searchlab.ts')['staffSearchAsked']>('GET', '/api/staff/search/asked'),
}
