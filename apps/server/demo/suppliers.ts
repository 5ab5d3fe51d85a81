import { addDays, beijingDate, type TradeDate } from '#domain/dates.ts'
import { SUPPLIER_FILES, upstreamPaper } from '#domain/upstream.ts'
import { addSupplier, applyForSupplier, check, decide, fileSupplierPaper } from '../src/modules/papers/upstream/public.ts'
import type { StaffActor } from '../src/platform/audit.ts'
import type { Connection, DatabaseHandle } from '../src/platform/database.ts'
import { insertPicture } from './certificates.ts'
import { creditCode } from './credit-code.ts'

type Stage = 'filing' | 'applied' | 'checked' | 'passed'
interface DemoSupplier {
  name: string
  kind: 'maker' | 'wholesaler'
  scopes: string[]
  salesman: string
  contact: string
  quality: string
  stage: Stage
  /** How long ago it applied, and in how many days from today its mandate ends. */
  ago: number
  ends: number
}

const ALL = ['bio', 'chem', 'device2', 'device3', 'food', 'herb', 'peptide', 'tcm']

/** All invented. One of each stage: what ends soon, what is over, what waits for whom. */
const SUPPLIERS: readonly DemoSupplier[] = [
  {
    name: '华岭医药物流有限公司',
    kind: 'wholesaler',
    scopes: ALL,
    salesman: '丁一舟',
    contact: '罗敏',
    quality: '魏方',
    stage: 'passed',
    ago: 120,
    ends: 245,
  },
  {
    name: '澄湖医药批发有限公司',
    kind: 'wholesaler',
    scopes: ['chem', 'tcm', 'herb'],
    salesman: '范青',
    contact: '田禾',
    quality: '唐越',
    stage: 'passed',
    ago: 320,
    ends: 41,
  },
  {
    name: '沐川康源制药有限公司',
    kind: 'maker',
    scopes: ['chem'],
    salesman: '顾言',
    contact: '段宁',
    quality: '俞清',
    stage: 'passed',
    ago: 60,
    ends: 305,
  },
  {
    name: '九衢医药贸易有限公司',
    kind: 'wholesaler',
    scopes: ['chem', 'tcm'],
    salesman: '邵文',
    contact: '汤琴',
    quality: '龚立',
    stage: 'passed',
    ago: 377,
    ends: -12,
  },
  {
    name: '朔原生物制药有限公司',
    kind: 'maker',
    scopes: ['bio'],
    salesman: '穆远',
    contact: '涂岚',
    quality: '骆平',
    stage: 'checked',
    ago: 3,
    ends: 362,
  },
  {
    name: '砚池药业有限公司',
    kind: 'maker',
    scopes: ['tcm'],
    salesman: '喻安',
    contact: '柯蓝',
    quality: '阮成',
    stage: 'applied',
    ago: 1,
    ends: 364,
  },
  {
    name: '启岫医疗器械有限公司',
    kind: 'maker',
    scopes: ['device2'],
    salesman: '单峰',
    contact: '闵悦',
    quality: '左宁',
    stage: 'filing',
    ago: 0,
    ends: 365,
  },
]

async function actorOf(trx: Connection, username: string): Promise<StaffActor> {
  return trx.selectFrom('account').where('username', '=', username).select(['id as accountId', 'name']).executeTakeFirstOrThrow()
}

const at = (day: TradeDate, time: string): Date => new Date(`${day}T${time}:00+08:00`)

/** What papers of these kinds end with; null: without an end. */
function endOf(kind: string, ends: TradeDate): TradeDate | null {
  if (upstreamPaper(kind, false)?.mayBeEndless) return null
  return kind === 'licence' ? addDays(ends, 900) : ends
}

async function filePapers(
  database: DatabaseHandle,
  buyer: StaffActor,
  id: number,
  one: DemoSupplier,
  days: Record<'filed' | 'ends', TradeDate>,
) {
  const kinds = Object.entries(SUPPLIER_FILES).filter(([kind, { must }]) => must && (one.stage !== 'filing' || kind === 'licence'))
  for (const [kind, { name, named }] of kinds) {
    const drawn = kind === 'licence' ? 'drug_licence' : kind
    const file = await insertPicture(database.db, { kind: drawn, companyId: null, purpose: 'upstream_paper', subject: null, name })
    const expires = endOf(kind, days.ends)
    const number = kind === 'licence' ? `演示许可${id}0001` : ''
    const body = { kind, number, holder: named ? one.salesman : '', is_endless: expires === null ? 1 : 0, file_ids: [file] } as const
    await fileSupplierPaper(
      database,
      buyer,
      id,
      { ...body, file_ids: [file], ...(expires !== null && { expires_on: expires }) },
      at(days.filed, '09:40'),
    )
  }
}

async function writeOne(database: DatabaseHandle, one: DemoSupplier, serial: number, now: Date): Promise<void> {
  const today = beijingDate(now)
  const [buyer, clerk, head] = [
    await actorOf(database.db, 'shangpin'),
    await actorOf(database.db, 'zhiguan'),
    await actorOf(database.db, 'zhijing'),
  ]
  const filed = addDays(today, -one.ago - 2)
  const body = {
    name: one.name,
    credit_code: creditCode('520102', 700 + serial),
    kind: one.kind,
    scopes: one.scopes,
    legal_person: one.contact,
    address: '演示省演示市供货路 1 号',
    quality_person: one.quality,
    quality_phone: '0851-00000000',
    bank: '演示银行',
    bank_account: `000000000000${serial}`,
    contact: one.contact,
    phone: '0851-00000001',
    mandate_range: one.kind === 'maker' ? '本企业全部品种，本省' : '经营范围内全部品种，本省',
  }
  const { id } = await addSupplier(database, buyer, body, at(filed, '09:20'))
  await filePapers(database, buyer, id, one, { filed, ends: addDays(today, one.ends) })
  if (one.stage === 'filing') return
  const asked = await applyForSupplier(database, buyer, id, '客户需要，补充品种', at(addDays(filed, 1), '10:10'))
  const application = asked.approvals[0]?.id ?? 0
  if (one.stage === 'applied') return
  await check(database, clerk, application, { decision: 'pass', opinion: '资料齐全有效，同意' }, at(addDays(filed, 1), '15:30'))
  if (one.stage === 'checked') return
  await decide(database, head, application, { decision: 'pass', reason: '同意' }, at(addDays(filed, 2), '09:05'))
}

/** Whom the demo's wholesaler buys from, each written by the deeds of its people. */
export async function writeSuppliers(database: DatabaseHandle, now: Date): Promise<void> {
  for (const [serial, one] of SUPPLIERS.entries()) await writeOne(database, one, serial, now)
}
