import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
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
import type { KeptAnswers } from './kept-answers.ts'
import { isKeptPage, keepPages } from './kept-pages.ts'
import { BROTLI_QUALITY, type PackedHtml, packedHtml, packingFor } from './packed-html.ts'
import { pageAddress } from './page-address.ts'
import { type PageBundle, type PageRenderer, readPageBundle } from './page-bundle.ts'
import { type Html, pageHtml, troubleHtml } from './page-html.ts'
import { PAGE_CALL } from './request-limits.ts'
import { shareRoutes } from './share.ts'
import { type ApiAnswer, createSharedAnswers, type SharedAnswers } from './shared-answers.ts'
import { createWorkLine, type WorkLineLimits } from './work-line.ts'

/** Opens what the builds of both sites left in dist; throws with a clear sentence when it is not there. */
export async function createPageRenderer(dist: string): Promise<PageRenderer> {
  return { bundle: await readPageBundle(dist), console: await readConsoleBundle(dist) }
}

const YEAR_S = 31_536_000
/** Nobody else may keep a page; a signed-in buyer's page is kept by nobody, so that nothing shows after 安全退出. */
const cacheControl = (request: FastifyRequest) => (request.viewer === null ? 'private, no-cache' : 'private, no-store')

type Asker = Pick<FastifyRequest, 'ip'> & { headers: { cookie?: string | undefined; 'user-agent'?: string | undefined } }

/** One call of a page's loader: in this process, as the visitor. */
async function callApi(app: FastifyInstance, asker: Asker, url: string): Promise<ApiAnswer> {
  const { cookie, 'user-agent': agent } = asker.headers
  const answer = await app.inject({
    method: 'GET',
    url,
    remoteAddress: asker.ip,
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

function send(request: FastifyRequest, reply: FastifyReply, status: number, html: Html | Buffer) {
  if (status === CODES.OVERLOADED) reply.header('retry-after', RETRY_SECONDS)
  return reply.code(status).header('cache-control', cacheControl(request)).type('text/html; charset=utf-8').send(html)
}

/** Programs ask here, or nobody: the stand-ins of the demo live under the last two where there are any. */
const NO_PAGES = ['/api/', '/open/', '/assets/', '/gateway/', '/demo/']

/**
 * Pages are drawn a few at once, by account or a visitor's address: two hundred of one account at once kept everybody waiting for seven
 * seconds. A person opens some at a time; an office behind one address, some dozen. Accounts and visitors stand in lines of their own: however
 * many addresses a stranger has, those who are signed in do not wait behind them.
 */
const DRAWN = { atOnce: 2, inWorkEach: 1, each: 41, waiting: 400 }
/**
 * The page of a payment asks the payment service for its code, for ten seconds where that does not answer. It waits in a line of its own:
 * two buyers who want to pay would keep everybody else's pages waiting as long. Any way of writing the address leads to the same page.
 */
const asksOutside = (url: string): boolean => /^\/+pay\//i.test(decodeURIComponent(pageAddress(url).pathname))
const WAITING_OUTSIDE = { ...DRAWN, atOnce: 20 }

interface PageServer {
  app: FastifyInstance
  bundle: PageBundle
  shared: SharedAnswers
  kept: KeptAnswers
  clock: () => Date
}

type Drawn = { kind: 'redirect'; location: string } | { kind: 'page'; status: number; html: Html; isWhole: boolean }

async function draw(
  { app, bundle, shared, clock }: PageServer,
  request: FastifyRequest,
  asker: Asker,
  signal: AbortSignal,
): Promise<Drawn> {
  const rendered = await bundle.render({
    url: pageAddress(request.url).href,
    now: clock().getTime(),
    signal,
    get: (url) => shared(url, clock(), () => callApi(app, asker, url)),
  })
  if (rendered.kind === 'redirect') return rendered
  if (rendered.problem) request.log.error({ err: rendered.problem, url: request.url }, 'page loader failed')
  const html = pageHtml(rendered, bundle.assetsOf(rendered.file), request.viewer)
  return { kind: 'page', status: rendered.status, html, isWhole: !rendered.problem }
}

const redirectTo = (reply: FastifyReply, location: string) => reply.header('cache-control', 'private, no-store').redirect(location, 302)

function sendTrouble(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const reference = randomUUID().slice(0, 8)
  request.log.error({ err: error, url: request.url, reference }, 'page rendering failed')
  return send(request, reply, 500, troubleHtml(reference))
}

async function sendPage(server: PageServer, request: FastifyRequest, reply: FastifyReply) {
  const gone = untilGone(reply)
  try {
    const drawn = await draw(server, request, request, gone)
    return drawn.kind === 'redirect' ? redirectTo(reply, drawn.location) : send(request, reply, drawn.status, drawn.html)
  } catch (error) {
    // Nobody waits for it: no fault of the page's.
    if (gone.aborted) return send(request, reply, 500, '')
    return sendTrouble(request, reply, error)
  }
}

type KeptPage = Exclude<Drawn, { kind: 'page' }> | { kind: 'page'; status: number; packed: PackedHtml; isWhole: boolean }

/** Drawn for whoever asks meanwhile, so with nothing of the one who came first: not his cookies, and to its end if he leaves. */
async function drawForAll(server: PageServer, request: FastifyRequest): Promise<KeptPage> {
  const drawn = await draw(server, request, { ip: request.ip, headers: {} }, new AbortController().signal)
  if (drawn.kind === 'redirect') return drawn
  return { kind: 'page', status: drawn.status, packed: packedHtml(drawn.html), isWhole: drawn.isWhole }
}

const mayStay = (page: KeptPage): boolean => page.kind === 'page' && page.status === 200 && page.isWhole

async function sendKept(page: Promise<KeptPage>, request: FastifyRequest, reply: FastifyReply) {
  try {
    const drawn = await page
    if (drawn.kind === 'redirect') return redirectTo(reply, drawn.location)
    const packing = packingFor(request.headers['accept-encoding'])
    const body = await drawn.packed.as(packing)
    reply.header('vary', 'accept-encoding')
    if (packing !== null) reply.header('content-encoding', packing)
    return send(request, reply, drawn.status, body)
  } catch (error) {
    return sendTrouble(request, reply, error)
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
  const lineOf = (limits: WorkLineLimits) =>
    createWorkLine(deps.config.requestLimits ? limits : { ...limits, each: Number.POSITIVE_INFINITY })
  const lines = { accounts: lineOf(DRAWN), payers: lineOf(WAITING_OUTSIDE), visitors: lineOf(DRAWN) }
  const server: PageServer = {
    app,
    bundle,
    clock,
    shared: createSharedAnswers(deps.database.changes),
    kept: keepPages(deps.database.changes),
  }
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
    await scope.register(compress, {
      encodings: ['br', 'gzip'],
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
      threshold: 1024,
    })
    shareRoutes(scope, bundle, deps.config)
    scope.get('/*', async (request, reply) => {
      if (NO_PAGES.some((prefix) => request.url.startsWith(prefix))) throw notFound('您访问的内容')
      const { viewer, url } = request
      const isGone = () => request.raw.socket.destroyed
      if (viewer !== null) {
        const line = asksOutside(url) ? lines.payers : lines.accounts
        return line({ key: viewer.accountId, isGone }, () => sendPage(server, request, reply))
      }
      const asking = { key: lineKey(request.ip), isGone }
      if (!isKeptPage(url)) return lines.visitors(asking, () => sendPage(server, request, reply))
      const known = server.kept.known<KeptPage>(url, clock())
      if (known !== null) return sendKept(known, request, reply)
      // Asked for again when its turn has come: another visitor's may have come before.
      const page = () => server.kept.get(url, clock(), () => drawForAll(server, request), mayStay)
      return lines.visitors(asking, () => sendKept(page(), request, reply))
    })
  })
}
