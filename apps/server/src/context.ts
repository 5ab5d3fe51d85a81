import type { FastifyInstance } from 'fastify'
import type { SearchIndex } from './modules/goods/search/request.ts'
import type { SearchRecorder } from './modules/goods/searchlab/recorder.ts'
import type { Signer } from './modules/papers/documents/signing/certificate.ts'
import type { Approvals } from './modules/who/approvals/types.ts'
import type { Config } from './platform/config.ts'
import type { DatabaseHandle } from './platform/database.ts'
import type { Serve } from './platform/http.ts'
import type { Jobs } from './platform/jobs.ts'
import type { Listings } from './platform/listings.ts'
import type { Metrics } from './platform/metrics.ts'
import type { PageRenderer } from './platform/page-bundle.ts'
import type { ReadCopies } from './platform/read-copies.ts'
import type { Sessions } from './platform/session.ts'
import type { Spans } from './platform/trace.ts'
import type { Watch } from './platform/watch.ts'
import type { SmsProvider } from './providers/sms/provider.ts'
import type { WechatProvider } from './providers/wechat/provider.ts'

// Types of the frame: what shop.ts and app.ts put together and every module is given. Types alone, and only of files that
// know no module's routes: whoever needs one of these words must not hang on the whole shop for it.

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
  /** With what papers are signed; null: this shop has no certificate yet. */
  signer?: Signer | null
  /** The lists that its routes serve, for jobs that go through one. */
  listings?: Listings
  /** Figures of this process; left out: nobody asks for them. */
  metrics?: Metrics
  /** Of requests, for whoever looks for what takes long; left out: kept nowhere. */
  spans?: Spans
  /** Where lists and reports are read; left out: in the database itself. */
  copies?: Pick<ReadCopies, 'read'>
  /** What goes on beside the requests; tests that look at requests alone have none. */
  watch?: Watch
}

/** What a module registers its calls on. */
export interface ModuleContext {
  app: FastifyInstance
  serve: Serve
  deps: AppDeps
  /** For calls that another person approves first. */
  approvals: Approvals
  /** What is searched, and what follows. */
  searches: SearchRecorder
}
