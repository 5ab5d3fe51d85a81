/** What the other modules may use of the catalogue: the facts of goods for a buyer, and the judgement on them. */
export { packageImage } from '../packages/public.ts'
export { judge, priceOf, seesFigures, toCard, toCards } from './card.ts'
export { type Catalogue, listedCards, openCatalogue, rememberedFacts, scopedGoods } from './catalogue.ts'
export { type GoodsFacts, quantityRule } from './facts.ts'
export { goodsPage, listGoods, narrowed, requestOf } from './list.ts'
export { type GoodsKey, goodsFacts, startOfDay } from './read-facts.ts'
export { catalogueRoutes } from './routes.ts'
export { catalogueTasks } from './tasks.ts'
