import type { EntryRow } from './views.ts'

type Said = Pick<EntryRow, 'province' | 'city' | 'company_type' | 'company_id' | 'company' | 'code'>

/** 贵州省 连锁门店; 溪桥大药房（KH0001）. */
export function entryText({ province, city, company_type, company_id, company, code }: Said): string {
  const named = company_id === null ? null : company === null ? '查看范围以外的企业' : code ? `${company}（${code}）` : company
  return [`${province ?? ''}${city ?? ''}`, company_type, named].filter(Boolean).join(' ') || '全部客户'
}

const SHOWN = 6

/** The first few; more of them by their number. Nobody is admitted by a rule without entries. */
export function entriesText(entries: readonly Said[], total = entries.length): string {
  if (total === 0) return '没有任何客户'
  const said = entries.slice(0, SHOWN).map(entryText).join('、')
  return total > SHOWN ? `${said} 等 ${total} 项` : said
}

export const ENTRIES_SHOWN = SHOWN
