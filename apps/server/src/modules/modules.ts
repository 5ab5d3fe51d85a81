import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app.ts'
import type { Serve } from '../platform/http.ts'
import type { Tasks } from '../platform/jobs.ts'
import { accountRoutes, accountTasks } from './accounts/public.ts'
import { catalogueRoutes } from './catalogue/public.ts'
import { contentRoutes } from './content/public.ts'

export interface ModuleContext {
  app: FastifyInstance
  serve: Serve
  deps: AppDeps
}

/** Every module registers its calls here, one line each. */
export async function registerModules(context: ModuleContext): Promise<void> {
  accountRoutes(context)
  catalogueRoutes(context)
  contentRoutes(context)
}

/** Every background task of the modules. */
export function collectTasks({ database }: Pick<AppDeps, 'database' | 'config' | 'jobs'>): Tasks {
  return {
    ...accountTasks(database),
  }
}
