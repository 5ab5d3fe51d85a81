import { moneyText } from '#ui/yuan.ts'

/** An amount of the wire ('3286.40') in a table, a list of facts or a sentence: ¥3,286.40. null: this person sees no prices. */
export function Money({ yuan, strong = false }: { yuan: string | null; strong?: boolean }) {
  if (yuan === null) return <span className="muted">—</span>
  return <span className={strong ? 'strong nowrap' : 'nowrap'}>{moneyText(yuan)}</span>
}
