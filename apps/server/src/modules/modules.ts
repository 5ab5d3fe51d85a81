import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app.ts'
import type { Serve } from '../platform/http.ts'
import type { Tasks } from '../platform/jobs.ts'
import { catalogueRoutes } from './catalogue/public.ts'

export interface ModuleContext {
  app: FastifyInstance
  serve: Serve
  deps: AppDeps
}

/** Every module registers its calls here, one line each. */
export async function registerModules(context: ModuleContext): Promise<void> {
  catalogueRoutes(context)
}

/** Every background task of the modules. */
export function collectTasks(_deps: Pick<AppDeps, 'database' | 'config' | 'jobs'>): Tasks {
  return {}
}
