import { beijingDate } from './dates.ts'

/** 库房温湿度: what each kind of room has to keep to (药品经营质量管理规范 art. 83; 中国药典, 凡例), read in the morning and in the afternoon. */

interface Climate {
  name: string
  /** In ℃; null: nothing is too cold. */
  lowest: number | null
  highest: number
  /** A freezer's air says nothing of what lies in it. */
  isDampRead: boolean
}
export const CLIMATES = {
  normal: { name: '常温库', lowest: 10, highest: 30, isDampRead: true },
  cool: { name: '阴凉库', lowest: null, highest: 20, isDampRead: true },
  cold: { name: '冷库', lowest: 2, highest: 8, isDampRead: true },
  frozen: { name: '冷冻库', lowest: null, highest: -10, isDampRead: false },
} as const satisfies Record<string, Climate>
export type ClimateKind = keyof typeof CLIMATES

const DRIEST = 35
const DAMPEST = 75

/** 10–30 ℃，35–75 % */
export function climateRange(kind: ClimateKind): string {
  const { lowest, highest, isDampRead } = CLIMATES[kind]
  const warmth = lowest === null ? `${highest} ℃ 以下` : `${lowest}–${highest} ℃`
  return isDampRead ? `${warmth}，${DRIEST}–${DAMPEST} %` : warmth
}

/** What of a reading is outside of it, in words; empty: nothing. */
export function climateFaults(kind: ClimateKind, { celsius, humidity }: { celsius: number; humidity: number | null }): string[] {
  const { lowest, highest } = CLIMATES[kind]
  return [
    ...(celsius > highest ? ['温度偏高'] : []),
    ...(lowest !== null && celsius < lowest ? ['温度偏低'] : []),
    ...(humidity !== null && humidity > DAMPEST ? ['湿度偏高'] : []),
    ...(humidity !== null && humidity < DRIEST ? ['湿度偏低'] : []),
  ]
}

/** The half of the Beijing day: it begins at this moment. */
export function halfOfDay(at: Date): { half: 'am' | 'pm'; begins: Date } {
  const day = beijingDate(at)
  const noon = new Date(`${day}T12:00:00+08:00`)
  return at < noon ? { half: 'am', begins: new Date(`${day}T00:00:00+08:00`) } : { half: 'pm', begins: noon }
}
