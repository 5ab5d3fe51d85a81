import { endpoint } from '#api-client/endpoint.ts'

type Figures = typeof import('#contract/figures.ts')

export const calls = {
  sales: endpoint<Figures['staffFigureSales']>('GET', '/api/staff/figures/sales'),
  margin: endpoint<Figures['staffFigureMargin']>('GET', '/api/staff/figures/margin'),
  choices: endpoint<Figures['staffFigureChoices']>('GET', '/api/staff/figures/choices'),
  remakeState: endpoint<Figures['staffFigureRemakeState']>('GET', '/api/staff/figures/remake'),
  remake: endpoint<Figures['staffFigureRemake']>('POST', '/api/staff/figures/remake'),
}
