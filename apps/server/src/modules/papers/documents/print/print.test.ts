import { expect, it } from 'vitest'
import { makeCompany, nameSupplier } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { hasPoppler, pdfPages, pdfSignatures, pdfText } from '../../../../../test/poppler.ts'
import { testSigner } from '../../../../../test/signer.ts'
import { doTask } from '../../../../../test/tasks.ts'
import { transact } from '../../../../platform/transact.ts'
import { askDocument, type Drawings, documentsOf, documentTasks } from '../public.ts'

const NOW = new Date('2026-11-22T02:00:00Z')
let serial = 0

const drawings: Drawings = {
  delivery_note: ({ text, pages }: { text: string; pages: number }) => ({
    options: { landscape: true },
    write: (paper) => {
      paper.heading('随货同行单')
      for (let at = 1; at <= pages; at++) {
        paper.paragraph(`${text} 第 ${at} 张`)
        if (at < pages) paper.page()
      }
    },
  }),
}

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
await nameSupplier(db)
const buyer = await makeCompany(db, { name: '溪桥大药房' })
const { signer } = await testSigner()
const tasks = documentTasks({ database: shop.database, signer, origin: 'https://shop.example', drawings, onMade: {} })

async function note(text: string, pages = 1, companyId = buyer.companyId) {
  const subject = `print:${++serial}`
  const request = { kind: 'delivery_note' as const, subject, companyId, title: `随货同行单 订单 ${serial}`, snapshot: { text, pages } }
  await transact(db, (trx) => askDocument(trx, request, '系统', NOW))
  const [row] = await documentsOf(db, [subject])
  if (!row) throw new Error('no note')
  await doTask(tasks, 'documents.make', { document_id: row.id }, NOW)
  return row
}
const urlOf = (ids: readonly number[]) => `/api/document/print?${ids.map((id) => `ids[]=${id}`).join('&')}`
const print = (ids: readonly number[], cookie = buyer.cookie) =>
  shop.app.inject({ method: 'GET', url: urlOf(ids), headers: { cookie: `sid=${cookie}` } })
const squeeze = (text: string) => text.replace(/\s+/g, '')

it.skipIf(!hasPoppler)(
  '合并打印：首页列出每份的编号、页数和起始页，写明带签名的原件是单独文件；各份按所选顺序，一页不少，方向不变',
  async () => {
    const [first, second, third] = [await note('甲单', 2), await note('乙单䶮'), await note('丙单', 3)]
    const answer = await print([second.id, first.id, third.id])
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
    expect(answer.headers['content-type']).toContain('application/pdf')
    const bytes = answer.rawPayload
    expect(pdfPages(bytes).pages).toBe(7)
    const pages = pdfText(bytes).split('\f').map(squeeze)
    for (const words of ['合并打印件', '溪桥大药房', '不再有效', '各份单独的文件', first.no, second.no, third.no])
      expect(pages[0], words).toContain(words)
    expect(pages[0]).toContain(`${first.no}23`)
    expect(pages.slice(1, 7).map((text) => /[甲乙丙]单䶮?第\d张/.exec(text)?.[0])).toEqual([
      '乙单䶮第1张',
      '甲单第1张',
      '甲单第2张',
      '丙单第1张',
      '丙单第2张',
      '丙单第3张',
    ])
    expect(pdfSignatures(bytes)).toContain('does not contain any signatures')
    const { rows } = await pool.query("select count(*)::int as n from document_download where way = 'print'")
    expect(rows).toEqual([{ n: 3 }])
  },
  300_000,
)

it('别家的、还没做好的不合进来；一份也没有就是没有；多了、页数多了各有一句说明', async () => {
  const mine = await note('本企业')
  const other = await makeCompany(db)
  const theirs = await note('别家', 1, other.companyId)
  expect((await print([theirs.id])).statusCode).toBe(404)
  expect((await shop.app.inject({ method: 'GET', url: urlOf([mine.id]) })).statusCode).toBe(401)
  const many = await print(Array.from({ length: 51 }, (_, at) => at + 1))
  expect(many.statusCode).toBe(422)
  const thick = await note('很厚', 301)
  const refused = await print([mine.id, thick.id])
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toBe('合并后超过 300 页，请少选几份，分几次打印')
  await pool.query('update stored_file set size = $1 where subject = $2', [41 * 1024 * 1024, `document:${mine.id}`])
  expect((await print([mine.id])).json().message).toBe('合并后超过 40 MB，请少选几份，分几次打印')
})
