import { addAvailability } from '../src/modules/goods/availability/public.ts'
import type { Connection } from '../src/platform/database.ts'
import { codesOf, ruleKeyOf } from './goods.ts'
import type { DemoGoods } from './goods-text.ts'
import { actorOf } from './staff-actor.ts'
import { idOf } from './write-catalogue.ts'

/** Rules of who may see what. The key is what the goods' flags say: ctrl, ctrl=chain, region, region=yn. */
interface DemoRule {
  key: string
  name: string
  controlled: boolean
  entries: readonly { province?: string; companyType?: string; company?: string }[]
}

const RULES: readonly DemoRule[] = [
  { key: 'ctrl', name: '控销：授权药店与四川区域', controlled: true, entries: [{ company: 'KH0001' }, { province: '四川省' }] },
  { key: 'ctrlchain', name: '控销：连锁门店', controlled: true, entries: [{ companyType: '连锁门店' }, { companyType: '连锁总部' }] },
  {
    key: 'region',
    name: '限贵州、四川、重庆销售',
    controlled: false,
    entries: [{ province: '贵州省' }, { province: '四川省' }, { province: '重庆市' }],
  },
  { key: 'regionyn', name: '限云南销售', controlled: false, entries: [{ province: '云南省' }] },
]

/** Who may buy what, by the clerk's own command; then the goods are given their rules. */
export async function writeAvailability(
  trx: Connection,
  goods: readonly DemoGoods[],
  ids: { goods: ReadonlyMap<string, number>; companies: ReadonlyMap<string, number> },
  now: Date,
): Promise<void> {
  const clerk = await actorOf(trx, 'shangpin')
  const codes = codesOf(goods)
  for (const { key, name, controlled, entries } of RULES) {
    const typed = entries.map(({ province = '', companyType = '', company }) => ({
      province,
      city: '',
      company_type: companyType,
      company_id: company === undefined ? 0 : idOf(ids.companies, company),
    }))
    const { id } = await addAvailability({ db: trx }, clerk, { name, controlled: controlled ? 1 : 0, entries: typed }, now)
    const sold = goods.flatMap((one, at) => (ruleKeyOf(one) === key ? [idOf(ids.goods, codes[at] ?? '')] : []))
    if (sold.length > 0) await trx.updateTable('goods').set({ availability_id: id }).where('id', 'in', sold).execute()
  }
}
