import { describe, expect, it } from 'vitest'
import type { DocumentKind } from '#domain/documents.ts'
import { makeCompany, makeStaffOf, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { testSigner } from '../../../../test/signer.ts'
import { doTask } from '../../../../test/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import { askDocument, type Drawing, documentTasks } from './public.ts'

const NOW = new Date('2026-11-22T02:00:00Z')
const KINDS = [
  'delivery_note',
  'statement',
  'sales_record',
  'agreement',
  'recall_register',
  'first_trade',
  'supplier_approval',
  'goods_approval',
  'acceptance_register',
  'care_register',
] as const
const plain = (): Drawing => ({ write: (paper) => paper.paragraph('样张') })

const shop = await testShop({ now: NOW })
const { db } = shop.database
await nameSupplier(db)
const { signer } = await testSigner()
const drawings = Object.fromEntries(KINDS.map((kind) => [kind, plain]))
const tasks = documentTasks({ database: shop.database, signer, origin: 'https://shop.example', drawings, onMade: {} })
const buyer = await makeCompany(db)

async function made(kind: DocumentKind): Promise<number> {
  const request = {
    kind,
    subject: kind === 'first_trade' ? 'first_trade_approval:1' : `test:${kind}`,
    companyId: buyer.companyId,
    title: kind,
    snapshot: {},
  }
  await transact(db, (trx) => askDocument(trx, request, '系统', NOW))
  const { id } = await db.selectFrom('document').select('id').where('kind', '=', kind).executeTakeFirstOrThrow()
  await doTask(tasks, 'documents.make', { document_id: id }, NOW)
  return id
}
const papers = new Map<DocumentKind, number>()
for (const kind of KINDS) papers.set(kind, await made(kind))

async function opened(role: string): Promise<string[]> {
  const cookie = await makeStaffOf(db, role)
  const readable: string[] = []
  for (const [kind, id] of papers) {
    const { statusCode } = await shop.app.inject({
      method: 'GET',
      url: `/api/staff/document/${id}/file`,
      headers: { cookie: `staff=${cookie}` },
    })
    if (statusCode === 200) readable.push(kind)
    else expect(statusCode).toBe(403)
  }
  const { data } = await shop.ask('GET', '/api/staff/document', { cookie })
  const linked = data.list.flatMap((row: { kind: string; file_url: string }) => (row.file_url === '' ? [] : [row.kind]))
  expect(linked.toSorted()).toEqual(readable.toSorted())
  return readable
}

describe('单据的内容', () => {
  it('看得了单据的人，只打开自己看得了的那一类：仓储、质量不能借单据读客户的往来账', async () => {
    expect(await opened('warehouse')).toEqual(['delivery_note', 'recall_register', 'acceptance_register', 'care_register'])
    expect(await opened('quality')).toEqual(KINDS.filter((kind) => kind !== 'statement'))
    expect(await opened('service')).toEqual(['delivery_note', 'statement', 'agreement', 'recall_register'])
    expect(await opened('finance')).toEqual(['delivery_note', 'statement', 'sales_record', 'agreement'])
    expect(await opened('auditor')).toEqual([...KINDS])
  })
})

describe('单据列表', () => {
  it('按标题里的订单号找，写全或写开头、字母大小写都行；号码找不到时照标题里的字找', async () => {
    for (const no of ['P26112200001', 'P26112200002']) {
      const request = {
        kind: 'delivery_note' as const,
        subject: `shipment:${no}`,
        companyId: buyer.companyId,
        title: `随货同行单 ${no}`,
        snapshot: {},
      }
      await transact(db, (trx) => askDocument(trx, request, '系统', NOW))
    }
    const cookie = await makeStaffOf(db, 'auditor')
    const titles = async (keyword: string): Promise<string[]> =>
      (await shop.ask('GET', `/api/staff/document?keyword=${encodeURIComponent(keyword)}`, { cookie })).data.list.map(
        (row: { title: string }) => row.title,
      )
    const [first, second] = ['随货同行单 P26112200001', '随货同行单 P26112200002']
    expect(await titles('P26112200001')).toEqual([first])
    expect(await titles('p261122')).toEqual([second, first])
    expect(await titles('26112200002')).toEqual([second])
    expect(await titles('随货同行')).toEqual([second, first])
    expect(await titles('P26112299999')).toEqual([])
  })
})
