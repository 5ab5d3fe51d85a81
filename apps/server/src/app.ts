import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import qs from 'qs'
import { registerModules } from './modules/modules.ts'
import type { SearchIndex } from './modules/search/public.ts'
import type { Config } from './platform/config.ts'
import type { DatabaseHandle } from './platform/database.ts'
import { answerErrors } from './platform/error-handler.ts'
import { refuseForeignOrigins } from './platform/foreign-origin.ts'
import { healthRoutes } from './platform/health.ts'
import { serveOn } from './platform/http.ts'
import type { Jobs } from './platform/jobs.ts'
import { describeApi } from './platform/openapi.ts'
import { type PageRenderer, servePages } from './platform/pages.ts'
import { type Sessions, useSessions } from './platform/session.ts'
import type { SmsProvider } from './providers/sms/provider.ts'
import { smsProvider } from './providers/sms/providers.ts'
import type { WechatProvider } from './providers/wechat/provider.ts'
import { wechatProvider } from './providers/wechat/providers.ts'

/** How people are reached outside of the site; null: this shop has no such way, and its pages do not offer it. */
export interface Outside {
  sms: SmsProvider | null
  wechat: WechatProvider | null
}

export interface AppDeps {
  config: Config
  database: DatabaseHandle
  sessions: Sessions
  jobs: Jobs
  search: SearchIndex
  /** Renders the buyers' pages; null in tests that need only the API. */
  pages: PageRenderer | null
  clock: () => Date
  outside: Outside
}

/** Builds the whole application; main and every test use this one function. */
export async function buildApp(given: Omit<AppDeps, 'outside'> & { outside?: Outside }): Promise<FastifyInstance> {
  const parse = (text: string) => qs.parse(text, { depth: 5, arrayLimit: 1000, parameterLimit: 5000, allowPrototypes: false })
  const app = Fastify({
    logger: given.config.logLevel === 'silent' ? false : { level: given.config.logLevel },
    logController: new LogController({ disableRequestLogging: given.config.logLevel !== 'debug' }),
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    routerOptions: { querystringParser: parse, ignoreTrailingSlash: true, maxParamLength: 200 },
    // Strict numbers would skip the bounds of a text that coerces to Infinity, and so let it through.
    ajv: { customOptions: { coerceTypes: 'array', removeAdditional: false, useDefaults: true, allErrors: true, strictNumbers: false } },
    forceCloseConnections: 'idle',
    trustProxy: given.config.trustProxy,
  })
  const outside = given.outside ?? {
    sms: smsProvider(given.config, given.database, (line) => app.log.warn(line)),
    wechat: wechatProvider(given.config, given.database),
  }
  const deps: AppDeps = { ...given, outside }
  answerErrors(app)
  await app.register(cookie)
  await app.register(formbody, { bodyLimit: 1024 * 1024, parser: parse })
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        scriptSrc: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
    hsts: false,
  })
  refuseForeignOrigins(app)
  useSessions(app, deps.sessions, deps.clock)
  await describeApi(app)
  healthRoutes(app, deps)
  const serve = serveOn(app, deps.clock)
  await registerModules({ app, serve, deps })
  await servePages(app, deps)
  return app
}
