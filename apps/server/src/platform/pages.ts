import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CODES } from '#contract/codes.ts'
import { lineKey } from './addresses.ts'
import type { Config } from './config.ts'
import { readConsoleBundle, serveConsole } from './console-pages.ts'
import type { DatabaseHandle } from './database.ts'
import { RETRY_SECONDS } from './error-handler.ts'
import { notFound } from './errors.ts'
import { type PageBundle, type PageRenderer, readPageBundle } from './page-bundle.ts'
import { type Html, pageHtml, troubleHtml } from './page-html.ts'
import { PAGE_CALL } from './request-limits.ts'
import { shareRoutes } from './share.ts'
import { type ApiAnswer, createSharedAnswers, type SharedAnswers } from './shared-answers.ts'
import { createWorkLine } from './work-line.ts'

/** Opens what the builds of both sites left in dist; throws with a clear sentence when it is not there. */
export async function createPageRenderer(dist: string): Promise<PageRenderer> {
  return { bundle: await readPageBundle(dist), console: await readConsoleBundle(dist) }
}

const YEAR_S = 31_536_000
/** Nobody else may keep a page; a signed-in buyer's page is kept by nobody, so that nothing shows after 安全退出. */
const cacheControl = (request: FastifyRequest) => (request.viewer === null ? 'private, no-cache' : 'private, no-store')

/** One call of a page's loader: in this process, as the visitor. */
async function callApi(app: FastifyInstance, request: FastifyRequest, url: string): Promise<ApiAnswer> {
  const { cookie, 'user-agent': agent } = request.headers
  const answer = await app.inject({
    method: 'GET',
    url,
    remoteAddress: request.ip,
    headers: {
      accept: 'application/json',
      [PAGE_CALL.name]: PAGE_CALL.value,
      ...(cookie && { cookie }),
      ...(agent && { 'user-agent': agent }),
    },
  })
  return { status: answer.statusCode, body: String(answer.headers['content-type']).includes('json') ? JSON.parse(answer.body) : null }
}

function untilGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

function send(request: FastifyRequest, reply: FastifyReply, status: number, html: Html) {
  if (status === CODES.OVERLOADED) reply.header('retry-after', RETRY_SECONDS)
  return reply.code(status).header('cache-control', cacheControl(request)).type('text/html; charset=utf-8').send(html)
}

/** Programs ask here, or nobody: the stand-ins of the demo live under the last two where there are any. */
const NO_PAGES = ['/api/', '/assets/', '/gateway/', '/demo/']

/**
 * Pages are drawn a few at once, by account or a visitor's address: two hundred of one account at once kept everybody waiting for seven
 * seconds. A person opens some at a time; an office behind one address, some dozen. Accounts and visitors stand in lines of their own: however
 * many addresses a stranger has, those who are signed in do not wait behind them.
 */
const DRAWN = { atOnce: 2, inWorkEach: 1, each: 41, waiting: 400 }

interface PageServer {
  app: FastifyInstance
  bundle: PageBundle
  shared: SharedAnswers
  clock: () => Date
}

async function sendPage({ app, bundle, shared, clock }: PageServer, request: FastifyRequest, reply: FastifyReply) {
  try {
    const rendered = await bundle.render({
      url: `http://shop${request.url}`,
      now: clock().getTime(),
      signal: untilGone(reply),
      get: (url) => shared(url, clock(), () => callApi(app, request, url)),
    })
    if (rendered.kind === 'redirect') return reply.header('cache-control', 'private, no-store').redirect(rendered.location, 302)
    if (rendered.problem) request.log.error({ err: rendered.problem, url: request.url }, 'page loader failed')
    return send(request, reply, rendered.status, pageHtml(rendered, bundle.assetsOf(rendered.file)))
  } catch (error) {
    const reference = randomUUID().slice(0, 8)
    request.log.error({ err: error, url: request.url, reference }, 'page rendering failed')
    return send(request, reply, 500, troubleHtml(reference))
  }
}

interface PagesDeps {
  pages: PageRenderer | null
  clock: () => Date
  config: Config
  database: Pick<DatabaseHandle, 'changes'>
}

/** The buyers' pages: built assets, and every other GET rendered on the server. */
export async function servePages(app: FastifyInstance, deps: PagesDeps): Promise<void> {
  const { pages, clock } = deps
  if (pages === null) return
  const { bundle } = pages
  await serveConsole(app, pages.console)
  const limits = deps.config.requestLimits ? DRAWN : { ...DRAWN, each: Number.POSITIVE_INFINITY }
  const lines = { accounts: createWorkLine(limits), visitors: createWorkLine(limits) }
  const server: PageServer = { app, bundle, clock, shared: createSharedAnswers(deps.database.changes) }
  await app.register(fastifyStatic, {
    root: bundle.assetsDir,
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    decorateReply: false,
    cacheControl: true,
    immutable: true,
    maxAge: YEAR_S * 1000,
  })
  await app.register(async (scope) => {
    await scope.register(compress, { encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } }, threshold: 1024 })
    shareRoutes(scope, bundle, deps.config)
    scope.get('/*', async (request, reply) => {
      if (NO_PAGES.some((prefix) => request.url.startsWith(prefix))) throw notFound('您访问的内容')
      const { viewer } = request
      const [line, key] = viewer === null ? [lines.visitors, lineKey(request.ip)] : [lines.accounts, viewer.accountId]
      return line({ key, isGone: () => request.raw.socket.destroyed }, () => sendPage(server, request, reply))
    })
  })
}
