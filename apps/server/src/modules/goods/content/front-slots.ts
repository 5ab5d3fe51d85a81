import type { FrontSlotWire } from '#contract/front.ts'

/** The places of the shop that draw adverts. */

type Described = Pick<FrontSlotWire, 'slot' | 'name' | 'page' | 'shown' | 'width' | 'height'> & { styles?: FrontSlotWire['styles'] }

/** As ZoneAdverts draws them. */
const zone = (slot: string, name: string, page: string): Described => ({ slot, name, page, shown: 3, width: 1200, height: 260 })

export const SLOTS: readonly Described[] = [
  {
    slot: 'home',
    name: '首页轮播',
    page: '/',
    shown: 60,
    width: 1520,
    height: 640,
    styles: [
      { value: 'herb', text: '药材棕' },
      { value: 'device', text: '器械蓝' },
    ],
  },
  {
    slot: 'right',
    name: '首页推荐专场',
    page: '/',
    shown: 4,
    width: 144,
    height: 144,
    styles: [
      { value: 'selected', text: '优选' },
      { value: 'near', text: '近效期' },
    ],
  },
  { slot: 'top', name: '顶部横条', page: '/', shown: 1, width: 120, height: 80 },
  { slot: 'xrtj', name: '浮窗（访客看第一条，买家看最后一条）', page: '/', shown: 2, width: 272, height: 136 },
  { slot: 'prize', name: '抽奖提示条', page: '/', shown: 1, width: 144, height: 72 },
  zone('common', '器械、近效期、福利等专区，返现专区的右上角', '/qxzq'),
  zone('yx', '包邮专区', '/yx'),
  zone('zyzq', '中药专区', '/zyyp'),
  zone('kxzq', '控销专区', '/kxzq'),
  zone('new_kxzq', '控销专区 · 新增', '/kxzq/new'),
  zone('kxzq_ad', '控销品牌页（链接里写广告编号）', '/kxzq'),
  zone('ppzq', '品牌专区', '/ppzq'),
]

const BRAND = /^brand:([1-9]\d{0,14})$/

export const brandSlot = (id: number, name: string): Described => zone(`brand:${id}`, `品牌页 · ${name}`, `/ppzq/info/${id}`)
export const brandOfSlot = (slot: string): number | null => {
  const id = BRAND.exec(slot)?.[1]
  return id === undefined ? null : Number(id)
}
