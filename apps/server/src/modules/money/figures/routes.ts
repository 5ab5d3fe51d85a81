import * as figures from '#contract/figures.ts'
import type { ModuleContext } from '../../../context.ts'
import { reportExporter } from './exporter.ts'
import { askRemake, remakeState } from './remake.ts'
import { refuseNarrowed } from './report.ts'
import { MARGIN, marginOf, SALES, salesOf } from './sales.ts'
import { choicesOf } from './sales-views.ts'

export const FIGURE_EXPORTERS = {
  figures_sales: reportExporter(figures.staffFigureSales, '销售报表', SALES),
  figures_margin: reportExporter(figures.staffFigureMargin, '毛利报表', MARGIN),
}

export function figureRoutes({ serve, deps: { database, jobs } }: ModuleContext): void {
  serve(figures.staffFigureSales, ({ viewer, query, now }) => salesOf(database, viewer, query, now))
  serve(figures.staffFigureMargin, ({ viewer, query, now }) => marginOf(database, viewer, query, now))
  serve(figures.staffFigureChoices, ({ viewer }) => {
    refuseNarrowed(viewer)
    return choicesOf(database.db)
  })
  serve(figures.staffFigureRemakeState, () => remakeState(database))
  serve(figures.staffFigureRemake, ({ viewer, body, now }) => askRemake(database, jobs, viewer, body, now))
}
