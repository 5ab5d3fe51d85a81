/** Which package a goods stands in: read off its kind, dosage form, unit and name. */
export interface PackagedGoods {
  id: number
  name: string
  spec: string
  dosageForm: string
  kind: string
  unit: string
}

export type PackageForm =
  | 'blister'
  | 'pillBox'
  | 'sachetBox'
  | 'crossBox'
  | 'vialBox'
  | 'oralVialBox'
  | 'amberBottle'
  | 'whiteBottle'
  | 'spray'
  | 'dropper'
  | 'tube'
  | 'pouch'
  | 'monitor'
  | 'thermometer'
  | 'syringe'

const DEVICES: readonly [RegExp, PackageForm][] = [
  [/体温|额温|耳温/, 'thermometer'],
  [/试纸|试条|试剂|采血针|针头/, 'crossBox'],
  [/注射器|输液器/, 'syringe'],
  [/血压|血糖仪|雾化|制氧|血氧|监测仪|检测仪|治疗仪|理疗/, 'monitor'],
  [/凝胶|敷料膏/, 'tube'],
  [/喷雾|喷剂/, 'spray'],
]

/** The first that fits counts. */
const DRUGS: readonly [RegExp, PackageForm][] = [
  [/滴眼|滴鼻|滴耳|洗眼|眼用/, 'dropper'],
  [/喷雾|气雾|吸入|喷剂/, 'spray'],
  [/眼膏|软膏|乳膏|凝胶|乳胶|栓膏/, 'tube'],
  [/注射|输液|粉针|针剂|冻干|胰岛素/, 'vialBox'],
]
const LIQUID = /口服溶液|口服液|合剂|糖浆|酊|露|洗剂|洗液|溶液|药酒|混悬液|水剂|搽剂|擦剂|滴剂|消毒液|酒精|碘伏|正气水|油$/
const SMALL_BOTTLES = /[×x*]\s*\d+\s*(支|瓶)/i
const POWDER = /颗粒|散|冲剂|袋泡|茶|粉/

export function formOf({ name, spec, dosageForm, kind, unit }: PackagedGoods): PackageForm {
  const words = `${dosageForm} ${name}`
  const bottled = /瓶|罐|桶/.test(unit)
  if (kind === 'device') return DEVICES.find(([pattern]) => pattern.test(words))?.[1] ?? 'crossBox'
  if (kind === 'herb') return bottled ? 'whiteBottle' : 'pouch'
  const known = DRUGS.find(([pattern]) => pattern.test(words))?.[1]
  if (known) return known
  if (LIQUID.test(words)) return SMALL_BOTTLES.test(spec) ? 'oralVialBox' : 'amberBottle'
  if (bottled) return 'whiteBottle'
  if (POWDER.test(words)) return 'sachetBox'
  if (/丸/.test(words)) return 'pillBox'
  if (/片|胶囊/.test(words)) return 'blister'
  return kind === 'other' ? 'crossBox' : 'pillBox'
}
