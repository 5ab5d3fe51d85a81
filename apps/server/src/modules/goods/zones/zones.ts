import type { ZoneCode } from '#contract/zones.ts'

export interface ZoneWords {
  name: string
  intro: string
  /** Nothing is in it now. */
  none: string
}

/** What the zones are called and say of themselves. */
export const ZONE_WORDS: Readonly<Record<ZoneCode, ZoneWords>> = {
  selected: { name: '优选专区', intro: '质管部优选的常销品规，单独购买也免运费，不限金额', none: '优选商品正在备货，稍后再来看看' },
  herb: { name: '中药专区', intro: '标明产地与等级，按批附检验报告', none: '中药商品正在备货，稍后再来看看' },
  device: { name: '器械专区', intro: '备案与注册证在线可查', none: '器械商品正在备货，稍后再来看看' },
  near_expiry: { name: '近效期专区', intro: '一个批号一行，批号、效期与专供价都写明，只从所选批号发货', none: '目前没有近效期专供的批号' },
  controlled: { name: '控销专区', intro: '按区域与客户类型授权经营的商品', none: '您的企业暂未获得控销商品的授权，可联系客户经理申请' },
  welfare: { name: '94 折福利', intro: '专区商品按您的价格再打 94 折，参加秒杀、特价的商品除外', none: '福利商品正在挑选，稍后再来看看' },
  whole_case: { name: '整箱专区', intro: '按箱采购，享整箱价', none: '目前没有整箱价商品' },
}
