import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testShop } from '../test/harness.ts'
import { hasPoppler, pdfSignatures, pdfText } from '../test/poppler.ts'
import { testSigner } from '../test/signer.ts'
import { doTask } from '../test/tasks.ts'
import { askDemoPapers, demoTasks } from './later.ts'
import { ASKED_FOR, type ReportBatch, reportItems, WITHOUT_REPORT } from './maker-report-text.ts'

const NOW = new Date('2026-11-22T10:40:00+08:00')
let rounds = 0

async function rows<Row>(text: string): Promise<Row[]> {
  return (await sql.raw<Row>(text).execute(shop.database.db)).rows
}
const buyerOf = (code: string) => `(select id from company where code = '${code}')`
const askedAgain = async () =>
  (
    await rows(`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
                 where t.id = j.task_id and t.identifier = 'demo.papers' returning j.id`)
  ).length > 0
/** Of one company's pages. */
const ask = async (url: string) => (await shop.ask('GET', url, { cookie })).data
const fetchFile = async (url: string) => (await shop.app.inject({ method: 'GET', url, headers: { cookie: `sid=${cookie}` } })).rawPayload

const { signer } = await testSigner()
const shop = await testShop({ now: NOW, signer, demo: NOW })
const cookie = await shop.login('13900000001')
const work = () => doTask(demoTasks({ database: shop.database, search: shop.search, signer }), 'demo.papers', {}, NOW)
// Papers of the seed itself are drawn elsewhere.
await rows('delete from graphile_worker._private_jobs returning id')
await askDemoPapers(shop.database, NOW)
for (; await askedAgain(); rounds++) {
  if (rounds > 100) throw new Error('the demo never ends')
  await work()
}
await shop.jobs.runDue(['documents.make'])
// As at the next start.
await work()

describe('演示店的单据由队列补齐', () => {
  it('检验报告：药店买过的批号大多有，分几批收；各有一份待放行、已退回、已索取；再启动不重复', async () => {
    expect(rounds).toBeGreaterThan(5)
    const page = await ask('/api/report?per_page=100')
    expect(page.total).toBeGreaterThan(30)
    expect(page.missing / page.total).toBeGreaterThan(0.08)
    expect(page.missing / page.total).toBeLessThan(0.25)
    const states = await rows<{ state: string; n: number }>('select state, count(*)::int as n from batch_document group by 1 order by 1')
    expect(states.map((row) => row.state)).toEqual(['checking', 'refused', 'released'])
    expect(states.filter((row) => row.state !== 'released').map((row) => row.n)).toEqual([1, 1])
    expect((await rows('select 1 from batch_document group by goods_id, batch_no having count(*) > 1')).length).toBe(0)
    const asked = page.list.filter((one: { asked: number }) => one.asked === 1)
    expect(asked.map((one: { name: string }) => one.name)).toEqual([ASKED_FOR])
    const open = page.list.filter((one: { can_ask: number }) => one.can_ask === 1)
    expect(open.length).toBeGreaterThanOrEqual(WITHOUT_REPORT.length - 1)
  })

  it('每份报告都写明是演示；厂家签名的一份原样转递，另附转递单', async () => {
    const { list } = await ask('/api/report?per_page=100&state=ready')
    const reports = list.flatMap((one: { reports: { signed: number; url: string; cover_url: string }[] }) => one.reports)
    const signed = reports.filter((one: { signed: number }) => one.signed === 1)
    expect(signed).toHaveLength(1)
    const original = await fetchFile(signed[0].url)
    const [kept] = await rows<{ content: Buffer }>(
      'select c.content from batch_document r join stored_file_content c on c.file_id = r.file_id where r.signed',
    )
    expect(original.equals(kept?.content ?? Buffer.alloc(0))).toBe(true)
    expect((await fetchFile(signed[0].cover_url)).subarray(0, 5).toString()).toBe('%PDF-')
    if (!hasPoppler) return
    expect(pdfText(original)).toContain('药品检验报告书（演示）')
    expect(pdfText(await fetchFile(reports[0].url))).toContain('不得用于药品的验收、销售和使用')
    expect(pdfSignatures(original)).toContain('Signature #1')
  })

  it('演示目录里的每种商品都写得出检验项目', async () => {
    const goods = await rows<Pick<ReportBatch, 'name' | 'spec' | 'kind' | 'scope' | 'form'>>(
      'select name, spec, kind, scope_code as scope, dosage_form as form from goods',
    )
    const batch = {
      goodsId: 1,
      code: 'A1',
      manufacturer: '甲',
      approvalNo: '',
      batchNo: '1',
      production: '2026-01-01',
      expiry: '2028-01-01',
    }
    for (const one of goods) expect(reportItems({ ...batch, ...one }).length, one.name).toBeGreaterThan(2)
  })

  it('对账单：有订单的每个已结束月份都有，最近一个月待确认，更早的已确认', async () => {
    const { list } = await ask('/api/statement/list')
    expect(list.map((one: { month: string; answer: string }) => [one.month, one.answer])).toEqual([
      ['2026-10', 'open'],
      ['2026-09', 'agreed'],
      ['2026-08', 'agreed'],
    ])
    expect(list.every((one: { document: object | null }) => one.document !== null)).toBe(true)
  })

  it('召回：三级，涉及两家药店，一家已确认、一家待确认，通知书在；同品种还有别的批号可买', async () => {
    const { list, waiting } = await ask('/api/recall/list')
    expect(waiting).toBe(1)
    expect(list).toHaveLength(1)
    const told = await rows<{ code: string; answered: boolean }>(`
      select c.code, r.confirmed_at is not null as answered from recall_company r join company c on c.id = r.company_id order by 1`)
    expect(told).toEqual([
      { code: 'KH0001', answered: false },
      { code: 'KH0004', answered: true },
    ])
    expect((await rows("select 1 from document where kind = 'recall_notice' and state = 'valid'")).length).toBe(2)
    const found = await ask(`/api/goods/list?keywords=${encodeURIComponent('六味地黄丸 200丸(浓缩丸)')}`)
    expect(found.list[0]).toMatchObject({ is_buy: 1 })
  })

  it('首家药店有一枚使用中的合同专用章，其他企业没有', async () => {
    expect(await rows('select company_id as id, state, purpose from seal')).toEqual([
      { id: (await rows<{ id: number }>(`select ${buyerOf('KH0001')} as id`))[0]?.id, state: 'in_force', purpose: 'contract' },
    ])
  })

  it('质量记录：一次到货两行已验收，两盒破损上了不合格台账，另有一批待质量判定；再启动不重复', async () => {
    const lines = await rows('select accepted, sampled, measure from stock_intake_line where accepted is not null order by id')
    expect(lines).toEqual([
      { accepted: 60, sampled: 6, measure: '' },
      { accepted: 58, sampled: 6, measure: 'hold' },
    ])
    expect(await rows('select source, number, state from unqualified order by id')).toEqual([
      { source: 'acceptance', number: 2, state: 'bad' },
      { source: 'storage', number: 3, state: 'found' },
    ])
    const shelved = 'select g.on_shelf from unqualified u join goods g on g.id = u.goods_id where g.on_shelf'
    expect(await rows(shelved)).toEqual([])
  })
})
