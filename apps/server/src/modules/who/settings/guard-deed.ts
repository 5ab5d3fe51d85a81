import { staffSettingSave } from '#contract/settings.ts'
import { DEFAULT_POINTS_PER_YUAN } from '#domain/points.ts'
import { type SettingsOf, settingsFrom, standingSettings } from '../../../platform/settings.ts'
import { lockSettings } from '../../../platform/settings-history.ts'
import { CUT_PERCENT } from '../../goods/prices/public.ts'
import { rechargeTerms } from '../../money/wallet/public.ts'
import { SUPPLIER_KEYS, supplierFrom } from '../../papers/documents/public.ts'
import { type Deed, isWider } from '../approvals/public.ts'
import { DESCRIBED } from './described.ts'
import type { OpenKey } from './fields.ts'
import { saveSettings, takenFrom, wholeField } from './service.ts'
import { settingWords } from './words.ts'

type Licences = SettingsOf<'licences'>['licences']

/** A word that stood is another one, or gone. */
const isOther = (before: string | undefined, after: string | undefined): boolean => Boolean(before) && before !== after
/** Taken away too: the next one to type would find nobody's number. */
const isOtherNumber = (before: Licences, after: Licences): boolean =>
  (before ?? []).some(({ name, value }) => {
    const named = (after ?? []).filter((one) => one.name === name)
    return named.length === 0 || named.some((one) => one.value !== value)
  })
/** Who papers say the supplier is. Settings fill in for one another there: one that was empty puts another name on them as well. */
function isOtherParty(standing: ReadonlyMap<string, unknown>, taken: ReadonlyMap<string, unknown>): boolean {
  const before = supplierFrom(settingsFrom(SUPPLIER_KEYS, standing))
  const after = supplierFrom(settingsFrom(SUPPLIER_KEYS, new Map([...standing, ...taken])))
  return (['name', 'taxNo', 'licence'] as const).some((word) => isOther(before[word], after[word]))
}
/** Every account that buyers are told of; a form without further ones and one that says it has none say the same. */
function accountsIn(setting: unknown): string {
  const { name, bank, number, others = [] } = (setting ?? {}) as NonNullable<SettingsOf<'bank_account'>['bank_account']>
  return JSON.stringify([name, bank, number, ...others.map((one) => [one.bank, one.number])])
}
/** Of what is recharged, the most per cent that is given on top; what is usual is less than anybody may cut a price by. */
const givenWith = (setting: unknown): number =>
  Math.max(0, ...rechargeTerms(setting as SettingsOf<'recharge'>['recharge']).tiers.map(({ amount, gift }) => (gift * 100) / amount))
const pointsFor = (setting: unknown): number => (setting as SettingsOf<'points'>['points'])?.per_yuan ?? DEFAULT_POINTS_PER_YUAN

const ON_PAPERS: ReadonlySet<string> = new Set(SUPPLIER_KEYS)

/**
 * What takes two must not be made one person's by whoever may change settings, and buyers must not pay into an account that one person
 * typed, nor read another party on their papers. Nor does one person decide to give away, with recharges or as points, more than a price may be cut by one, or let buyers in without their
 * papers. The first words of a shop that opens are nobody's yet, and a guard that is raised needs nobody.
 */
const LOWERED: Partial<Record<OpenKey, (before: unknown, after: unknown) => boolean>> = {
  four_eyes: (before, after) => isWider(before as Parameters<typeof isWider>[0], after as Parameters<typeof isWider>[0]),
  price_cut_percent: (before, after) => Number(after ?? CUT_PERCENT) > Number(before ?? CUT_PERCENT),
  staff_second_factor: (before, after) => after === false && before !== false,
  picker_ships: (before, after) => after === true && before !== true,
  // Emptied too: the next one to type would find nobody's account.
  recharge: (before, after) => givenWith(after) > Math.max(givenWith(before), CUT_PERCENT),
  points: (before, after) => pointsFor(after) > pointsFor(before),
  old_customers_until: (before, after) => after !== null && String(after) > String(before ?? ''),
  bank_account: (before, after) => before !== null && accountsIn(before) !== accountsIn(after),
  // Goods that come back would go there.
  return_address: (before, after) => before !== null && JSON.stringify(before) !== JSON.stringify(after),
  company_name: (before, after) => isOther((before ?? undefined) as string | undefined, (after ?? undefined) as string | undefined),
  licences: (before, after) => isOtherNumber(before as Licences, after as Licences),
}

export const guardDeed: Deed<typeof staffSettingSave> = {
  call: staffSettingSave,
  kind: 'setting.guard',
  async weigh({ database: { db }, body }) {
    const taken = takenFrom(body.changes)
    await lockSettings(db)
    const values = await standingSettings(db, [...taken.keys(), ...SUPPLIER_KEYS])
    const before = (key: OpenKey): unknown => values.get(key) ?? null
    const isParty = isOtherParty(values, taken)
    const lowered = [...taken].flatMap(([key, after]) =>
      LOWERED[key]?.(before(key), after) || (isParty && ON_PAPERS.has(key)) ? [key] : [],
    )
    if (lowered.length === 0) return null
    return {
      subject: `setting:${lowered.join(',')}`,
      title: `修改设置：${[...taken.keys()].map((key) => DESCRIBED[key].title).join('、')}`,
      changes: [...taken].map(([key, after]) => ({
        name: DESCRIBED[key].title,
        before: settingWords(wholeField(key), before(key)) || DESCRIBED[key].usual,
        after: settingWords(wholeField(key), after) || DESCRIBED[key].usual,
      })),
      stands: JSON.stringify([...taken.keys()].map((key) => [key, before(key)])),
      reason: body.reason.trim(),
    }
  },
  run: ({ database, doer, body, now }) => saveSettings(database, doer, body, now),
  said: () => '已保存，随即生效',
}
