import { crossBox } from './boxes.ts'
import type { Drawing, Drawn } from './draw.ts'
import { bag, coat, crate, cup, folded, labels, lamp, pillCase, pump, roll, scale, tissues, umbrella } from './gift-household.ts'
import { clover, coins, present, ticket, voucher } from './gift-tokens.ts'
import { clean } from './label.ts'
import { monitor, thermometer } from './others.ts'
import { standing } from './package-svg.ts'
import { hueOf, lotOf } from './palette.ts'

/** What points are taken for, and what a draw gives. */
export interface Gift {
  id: number
  kind: string
  name: string
}

type Motif = (drawing: Drawing) => Drawn

const TOKENS: Readonly<Record<string, Motif>> = { coupon: ticket, voucher, points: coins, none: clover }

/** The first that fits counts. */
const THINGS: readonly [RegExp, Motif][] = [
  [/体温|额温|耳温/, thermometer],
  [/血压|血糖|血氧|雾化/, monitor],
  [/厨房|卷纸|纸巾卷/, roll],
  [/抽纸|纸巾|面巾|湿巾/, tissues],
  [/药盒|分药/, pillCase],
  [/保温|水杯|杯/, cup],
  [/伞/, umbrella],
  [/袋|包$/, bag],
  [/收纳|整理|周转|冷藏箱|箱/, crate],
  [/洗手|洗洁|洗衣|凝胶|护手/, pump],
  [/秤/, scale],
  [/灯/, lamp],
  [/工作服|白大褂|大褂|马甲|围裙/, coat],
  [/标签|价签|打印|收银纸|热敏/, labels],
  [/毛巾|毛毯|护膝|暖|手套|坐垫/, folded],
  [/口罩|绷带|创可贴|急救/, crossBox],
]

export const motifOf = ({ kind, name }: Gift): Motif => TOKENS[kind] ?? THINGS.find(([pattern]) => pattern.test(name))?.[1] ?? present

const NAME_MAX = 40

/** The same gift always gives the same drawing. */
export function giftSvg(gift: Gift): string {
  const lot = lotOf(gift.id)
  const name = clean(gift.name)
  return standing(motifOf(gift)({ hue: hueOf(lot), name, spec: '', lot, capsules: false }), clean(name.slice(0, NAME_MAX)))
}
