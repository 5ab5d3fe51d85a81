import type { SegmentFactsWire, SegmentWire } from '#contract/segments.ts'
import { mapOf } from './offer-draft.ts'

/** A segment while it is typed. */
export interface SegmentDraft {
  name: string
  facts: SegmentFactsWire
  goods: ReadonlyMap<number, string>
  categories: ReadonlyMap<number, string>
}

export const NEW_SEGMENT: SegmentDraft = {
  name: '',
  goods: new Map(),
  categories: new Map(),
  facts: {
    types: [],
    places: [],
    ranks: [],
    managers: [],
    ordered_days: 0,
    silent_days: 0,
    amount_days: 0,
    amount_from: '',
    amount_to: '',
    bought_days: 0,
    bought_categories: [],
    bought_goods: [],
    missed_days: 0,
    missed_categories: [],
    missed_goods: [],
    licence_days: 0,
  },
}

export const segmentDraft = ({ name, facts, names }: SegmentWire): SegmentDraft => ({
  name,
  facts,
  goods: mapOf(names.goods),
  categories: mapOf(names.categories),
})

export const withFacts = (draft: SegmentDraft, change: Partial<SegmentFactsWire>): SegmentDraft => ({
  ...draft,
  facts: { ...draft.facts, ...change },
})

const FIELDS = [
  ['name', '名称'],
  ['facts.types', '企业类型'],
  ['facts.places', '地区'],
  ['facts.amount', '订货额'],
  ['facts.goods', '商品'],
  ['facts.categories', '分类'],
] as const
export const segmentField = (field: string): string => FIELDS.find(([name]) => field.startsWith(name))?.[1] ?? ''
