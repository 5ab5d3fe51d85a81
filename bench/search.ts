import { createSearchIndex, EVERYTHING, type SearchRequest } from '../apps/server/src/modules/goods/search/public.ts'
import { openDatabase } from '../apps/server/src/platform/database.ts'
import type { ViewerCompany } from '../apps/server/src/platform/viewer.ts'
import { say } from './figure.ts'
import { percentile } from './http.ts'

/** node bench/search.ts DATABASE_URL: the index alone, without HTTP: start, memory, questions asked first and again. */

const TIMES = 200
const QUESTIONS: readonly (Partial<SearchRequest> & { name: string })[] = [
  { name: 'initials', keywords: 'amxl' },
  { name: 'initials of a formula', keywords: 'ejbx' },
  { name: 'full pinyin broken off', keywords: 'amoxil' },
  { name: 'mixed', keywords: '阿mxl' },
  { name: 'two characters', keywords: '莫西' },
  { name: 'one character', keywords: '片' },
  { name: 'two words', keywords: '阿莫西林 0.25g' },
  { name: 'maker', keywords: '安泽', type: 1 },
  { name: 'everything', keywords: '' },
  { name: 'everything by price', keywords: '', sort: 'price_asc' },
  { name: 'a category in stock', keywords: '', categories: [1], inStock: true },
]
const PLAIN: SearchRequest = { ...EVERYTHING, sort: 'relevance', withFacets: true }
const company: ViewerCompany = {
  id: 1,
  name: '量一量大药房',
  type: '单体药店',
  province: '四川省',
  city: '成都市',
  district: '',
  address: '',
  rank: 'A',
  creditCode: '',
  managerName: '',
  managerPhone: '',
  managerDefault: false,
  storeGroupId: null,
  reviewState: 2,
  contractSigned: true,
  scopeCodes: new Set(),
  qualifications: [],
}
const viewer = {
  accountId: 1,
  username: '',
  name: '',
  phone: '',
  face: '',
  staff: null,
  sessionId: 1,
  hasWechat: false,
  seenBy: null,
  company,
}

const url = process.argv[2]
if (!url) throw new Error('usage: node bench/search.ts DATABASE_URL')
const database = openDatabase(url)
const index = createSearchIndex(database)
const now = new Date()
const before = process.memoryUsage()
const started = performance.now()
let longest = 0
let beat = performance.now()
const pulse = setInterval(() => {
  longest = Math.max(longest, performance.now() - beat - 1)
  beat = performance.now()
}, 1)
await index.load()
clearInterval(pulse)
const goods = index.search({ ...PLAIN, withFacets: false }, viewer, now).total
say({
  figure: 'index built',
  value: (performance.now() - started) / 1000,
  unit: 's',
  note: `${goods} goods seen, longest pause of the process ${Math.round(longest)} ms`,
})
globalThis.gc?.()
const after = process.memoryUsage()
say({
  figure: 'memory of the index',
  value: (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1e6,
  unit: 'MB',
  note: `process ${Math.round(after.rss / 1e6)} MB`,
})

/** cpu: mean time of the processor, which other work on the machine does not stretch. */
function measure(ask: (round: number) => void): { cpu: number; p50: number; p99: number } {
  const times: number[] = []
  for (let round = 0; round < 20; round++) ask(TIMES + round)
  const used = process.cpuUsage()
  for (let round = 0; round < TIMES; round++) {
    const start = performance.now()
    ask(round)
    times.push((performance.now() - start) * 1000)
  }
  const { user } = process.cpuUsage(used)
  return { cpu: user / TIMES, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}
for (const [which, { name, ...question }] of QUESTIONS.entries()) {
  let total = 0
  // A limit above every price changes no answer, but makes it a question that was not asked before.
  const first = measure(
    (round) => ({ total } = index.search({ ...PLAIN, ...question, priceMax: 900_000_000 + which * 1_000 + round }, viewer, now)),
  )
  const again = measure(() => index.search({ ...PLAIN, ...question }, viewer, now))
  say({
    figure: `${name}: ${question.keywords || '—'}`,
    value: first.cpu,
    unit: 'µs cpu',
    note: `${total} found; first time p50 ${Math.round(first.p50)}, p99 ${Math.round(first.p99)}; again cpu ${Math.round(again.cpu)}, p50 ${Math.round(again.p50)}, p99 ${Math.round(again.p99)}`,
  })
}
for (const keywords of ['a', 'amxl', '阿莫', '片']) {
  const again = measure(() => index.suggest(keywords, 0, viewer, 10))
  say({ figure: `suggestions: ${keywords}`, value: again.p50, unit: 'µs', note: `p99 ${Math.round(again.p99)}` })
}
await database.close()
