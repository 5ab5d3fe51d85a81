import { openGoods, openPrices, openStock } from '#contract/open-incoming.ts'
import type { ModuleContext } from '../../../context.ts'
import { takeGoods } from './goods.ts'
import { takePrices } from './prices.ts'
import { takeStock } from './stock.ts'

export function openIncomingRoutes({ serve }: ModuleContext): void {
  serve(openGoods, takeGoods)
  serve(openStock, takeStock)
  serve(openPrices, takePrices)
}
