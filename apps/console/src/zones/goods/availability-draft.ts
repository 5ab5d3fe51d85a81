import type { AvailabilityEntryWire, AvailabilityWire } from '#contract/availability.ts'

/** A rule while it is typed. */
export interface EntryDraft {
  province: string
  city: string
  company_type: string
  company_id: number
  /** In words. */
  text: string
}
export interface RuleDraft {
  name: string
  controlled: 0 | 1
  entries: readonly EntryDraft[]
}

export const NEW_RULE: RuleDraft = { name: '', controlled: 1, entries: [] }

const entryDraft = ({ province, city, company_type, company_id, text }: AvailabilityEntryWire): EntryDraft => ({
  province,
  city,
  company_type,
  company_id,
  text,
})
export const draftOf = ({ name, controlled, entries }: AvailabilityWire): RuleDraft => ({
  name,
  controlled: controlled === 1 ? 1 : 0,
  entries: entries.map(entryDraft),
})

const keyOf = ({ province, city, company_type, company_id }: EntryDraft): string =>
  JSON.stringify([province, city, company_type, company_id])

/** Once, however often it is added. */
export const withEntry = (draft: RuleDraft, entry: EntryDraft): RuleDraft =>
  draft.entries.some((one) => keyOf(one) === keyOf(entry)) ? draft : { ...draft, entries: [...draft.entries, entry] }
export const withoutEntry = (draft: RuleDraft, entry: EntryDraft): RuleDraft => ({
  ...draft,
  entries: draft.entries.filter((one) => keyOf(one) !== keyOf(entry)),
})

/** Whom the parts of an entry name together: 贵州省贵阳市 连锁门店. */
export const placeText = ({ province, city, company_type }: Pick<EntryDraft, 'province' | 'city' | 'company_type'>): string =>
  [`${province}${city}`, company_type].filter(Boolean).join(' ')

/** What a pasted column names: a customer's code or name a line, as Excel and text give it. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.split('\t')[0]?.trim() ?? '')
    .filter(Boolean)

/** As the call wants it. */
export const bodyOf = ({ name, controlled, entries }: RuleDraft, pasted: string) => ({
  name,
  controlled,
  entries: entries.map(({ text: _text, ...entry }) => entry),
  ...(linesOf(pasted).length > 0 && { companies: linesOf(pasted) }),
})

/** One's own words beside those of whoever saved meanwhile. */
export const saidOf = ({ name, controlled, entries }: RuleDraft): Record<string, string> => ({
  name,
  controlled: controlled === 1 ? '是' : '否',
  entries: entries.map(({ text }) => text).join('、'),
})
