import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app.ts'
import type { Serve } from '../platform/http.ts'
import type { Tasks } from '../platform/jobs.ts'
import { accountRoutes, accountTasks } from './accounts/public.ts'
import { afterSaleRoutes } from './aftersales/routes.ts'
import { afterSaleTasks } from './aftersales/tasks.ts'
import { cartRoutes } from './cart/routes.ts'
import { catalogueRoutes } from './catalogue/public.ts'
import { chatRoutes } from './chat/routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { contentRoutes } from './content/public.ts'
import { drawRoutes } from './draw/routes.ts'
import { fileRoutes, fileTasks } from './files/public.ts'
import { liveRoutes } from './live/public.ts'
import { messageRoutes } from './messages/routes.ts'
import { messageTasks } from './messages/tasks.ts'
import { orderRoutes } from './orders/routes.ts'
import { orderTasks } from './orders/tasks.ts'
import { packageRoutes } from './packages/routes.ts'
import { paymentDeps, paymentRoutes, paymentSide, paymentTasks } from './payments/routes.ts'
import { pointsRoutes } from './points/routes.ts'
import { promotionRoutes } from './promotions/routes.ts'
import { regionRoutes } from './regions/public.ts'
import { registrationRoutes } from './registration/routes.ts'
import { searchRoutes } from './search/public.ts'
import { stockTasks } from './stock/tasks.ts'
import { storeRoutes } from './stores/routes.ts'
import { storeTasks } from './stores/tasks.ts'
import { zoneRoutes } from './zones/public.ts'

export interface ModuleContext {
  app: FastifyInstance
  serve: Serve
  deps: AppDeps
}

/** Every module registers its calls here, one line each. */
export async function registerModules(context: ModuleContext): Promise<void> {
  // First: the routes after it refuse to become sockets.
  await liveRoutes(context)
  accountRoutes(context)
  registrationRoutes(context)
  catalogueRoutes(context)
  fileRoutes(context)
  regionRoutes(context)
  contentRoutes(context)
  packageRoutes(context)
  searchRoutes(context)
  cartRoutes(context)
  checkoutRoutes(context)
  chatRoutes(context)
  messageRoutes(context)
  orderRoutes(context, paymentSide(context.deps))
  paymentRoutes(context)
  afterSaleRoutes(context, paymentDeps(context.deps))
  promotionRoutes(context)
  pointsRoutes(context)
  drawRoutes(context)
  storeRoutes(context)
  zoneRoutes(context)
}

/** Every background task of the modules. */
export function collectTasks(deps: Pick<AppDeps, 'database' | 'config' | 'jobs'>): Tasks {
  return {
    ...afterSaleTasks(paymentDeps(deps)),
    ...accountTasks(deps.database),
    ...fileTasks(deps.database),
    ...messageTasks(deps.database),
    ...orderTasks(deps.database, paymentSide(deps)),
    ...paymentTasks(deps),
    ...stockTasks(deps.database),
    ...storeTasks(deps.database),
  }
}
