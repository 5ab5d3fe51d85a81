import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { AppDeps, Outside } from './context.ts'
import { registerModules } from './modules/modules.ts'
import { createOpenDoor } from './modules/open/keys/public.ts'
import { countJsonBodies, takeForms } from './platform/body-size.ts'
import { takeTurns } from './platform/call-turns.ts'
import type { TrustedProxies } from './platform/config.ts'
import { boundConnections } from './platform/connections.ts'
import { useCookies } from './platform/cookies.ts'
import { limitDownloads } from './platform/downloads.ts'
import { EARLY_SCRIPT_SOURCE } from './platform/early-script.ts'
import { answerErrors, answerFrameworkError, answerUnreadable, refuseLongUrls } from './platform/error-handler.ts'
import { refuseForeignOrigins } from './platform/foreign-origin.ts'
import { QUERY_NAMES_MAX, readForm } from './platform/form-text.ts'
import { healthRoutes } from './platform/health.ts'
import { serveOn, takeInDeeds } from './platform/http.ts'
import { classOf } from './platform/metrics.ts'
import { refuseOutside } from './platform/narrowed-records.ts'
import { describeApi } from './platform/openapi.ts'
import { servePages } from './platform/pages.ts'
import { limitRequests } from './platform/request-limits.ts'
import { logAnswers } from './platform/request-lines.ts'
import { SCHEMA_COMPILERS } from './platform/schema-compilers.ts'
import { lookAgain, useSessions } from './platform/session.ts'
import { followTraces } from './platform/trace.ts'
import { smsProvider } from './providers/sms/providers.ts'
import { wechatProvider } from './providers/wechat/providers.ts'

const YEAR_SECONDS = 31_536_000
/** What no page of the shop uses, and no script that got into one may. */
const UNUSED_POWERS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), bluetooth=(), display-capture=()'
/** Slow lines may take this long for the head of a request; its whole has REQUEST_SECONDS. */
const HEAD_MS = 20_000
/** Longer than the minute that load balancers keep an idle connection. */
const KEEP_ALIVE_MS = 72_000
/** Strangers send a few words: a thousand bodies that never end must not fill the memory. */
const STRANGERS_BODY_BYTES_MAX = 64 * 1024
/** How often connections are looked at that do not get on. */
const CHECK_MS = 2_000

/** fastify believes no number of hops by itself; the one before the shop is hop 0. */
function trustOf(trusted: TrustedProxies) {
  if (typeof trusted === 'number') return (_address: string, hop: number) => hop < trusted
  return trusted === false ? false : [...trusted]
}

/** Builds the whole application; main and every test use this one function. */
export async function buildApp(given: Omit<AppDeps, 'outside'> & { outside?: Outside }): Promise<FastifyInstance> {
  const app = Fastify({
    logger: given.config.logLevel === 'silent' ? false : { level: given.config.logLevel },
    logController: new LogController({ disableRequestLogging: given.config.logLevel !== 'debug' }),
    genReqId: () => randomUUID(),
    bodyLimit: STRANGERS_BODY_BYTES_MAX,
    routerOptions: {
      querystringParser: (text) => readForm(text, QUERY_NAMES_MAX) as Record<string, string>,
      ignoreTrailingSlash: true,
      maxParamLength: 200,
    },
    // Strict numbers would skip the bounds of a text that coerces to Infinity, and so let it through.
    ajv: { customOptions: { coerceTypes: 'array', removeAdditional: false, useDefaults: true, allErrors: true, strictNumbers: false } },
    schemaController: SCHEMA_COMPILERS,
    forceCloseConnections: 'idle',
    trustProxy: trustOf(given.config.trustProxy),
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerUnreadable,
    requestTimeout: given.config.requestSeconds * 1000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: Math.min(HEAD_MS, given.config.requestSeconds * 1000), connectionsCheckingInterval: CHECK_MS },
  })
  const outside = given.outside ?? {
    sms: smsProvider(given.config, given.database, (line) => app.log.warn(line)),
    wechat: wechatProvider(given.config, given.database),
  }
  const deps: AppDeps = { ...given, outside }
  boundConnections(app)
  followTraces(app, classOf, deps.spans)
  deps.metrics?.watch(app)
  if (['info', 'debug', 'trace'].includes(given.config.logLevel)) logAnswers(app)
  answerErrors(app)
  refuseLongUrls(app)
  countJsonBodies(app)
  await app.register(cookie)
  useCookies(app, given.config.secureCookies)
  takeForms(app)
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        scriptSrc: ["'self'", EARLY_SCRIPT_SOURCE],
        upgradeInsecureRequests: null,
      },
    },
    hsts: given.config.secureCookies && { maxAge: YEAR_SECONDS, includeSubDomains: false },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', UNUSED_POWERS)
  })
  refuseForeignOrigins(app)
  useSessions(app, deps.sessions, deps.clock, deps.config.requestLimits)
  takeInDeeds(app, deps.database.changes)
  if (deps.config.requestLimits) {
    limitRequests(app)
    takeTurns(app)
  }
  limitDownloads(app)
  lookAgain(app, deps.sessions, deps.clock)
  await describeApi(app)
  healthRoutes(app, deps)
  app.decorateRequest('integration', null)
  const { database, clock, listings } = deps
  const open = { door: createOpenDoor(database, deps.config.requestLimits), database }
  const serve = serveOn(app, clock, (call, request) => refuseOutside(database, call, request), listings, open, deps.copies)
  await registerModules({ app, serve, deps })
  await servePages(app, deps)
  return app
}
