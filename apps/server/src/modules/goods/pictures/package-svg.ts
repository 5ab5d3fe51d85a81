import { blister, crossBox, oralVialBox, pillBox, sachetBox, vialBox } from './boxes.ts'
import type { Drawing, Drawn } from './draw.ts'
import { formOf, type PackagedGoods, type PackageForm } from './form.ts'
import { clean, escapeXml } from './label.ts'
import { monitor, pouch, syringe, thermometer } from './others.ts'
import { hueOf, lotOf, NEUTRAL } from './palette.ts'
import { amberBottle, dropper, spray, tube, whiteBottle } from './vessels.ts'

const DRAW: Record<PackageForm, (drawing: Drawing) => Drawn> = {
  blister,
  pillBox,
  sachetBox,
  crossBox,
  vialBox,
  oralVialBox,
  amberBottle,
  whiteBottle,
  spray,
  dropper,
  tube,
  pouch,
  monitor,
  thermometer,
  syringe,
}

/** Fonts that a Chinese system has; a picture cannot bring its own. */
const FONTS = 'PingFang SC,HarmonyOS Sans SC,Microsoft YaHei,Noto Sans SC,Noto Sans CJK SC,sans-serif'

/** A drawing on its floor, as a file. The title has been cleaned. */
export const standing = ({ shapes, defs, frame }: Drawn, title: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 280 220" role="img" font-family="${FONTS}"><title>${escapeXml(title)}</title><defs>${defs}</defs><g transform="${frame}">${shapes}</g></svg>`

const TITLE_MAX = 40
/** The first part of the specification is what is printed large: 0.25g×24粒, not the whole table of contents. */
const SPEC_MAX = 22

/** The drawn package of a goods without a photo. The same goods always gives the same drawing. */
export function packageSvg(goods: PackagedGoods): string {
  const lot = lotOf(goods.id)
  const name = clean(goods.name)
  const drawing: Drawing = {
    hue: hueOf(lot),
    name,
    spec: clean(goods.spec).slice(0, SPEC_MAX).toWellFormed(),
    lot,
    capsules: /胶囊/.test(goods.dosageForm + name),
  }
  return standing(DRAW[formOf(goods)](drawing), clean(name.slice(0, TITLE_MAX)))
}

/** A carton of nothing in particular. */
export const neutralSvg = (): string => standing(crossBox({ hue: NEUTRAL, name: '', spec: '', lot: 0, capsules: false }), '商品图片')
