import type { UploadedFile } from '#api-client/upload.ts'
import type { BodyOf } from '#contract/call.ts'
import type { Problems } from '#ui/form.ts'

type Body = BodyOf<typeof import('#contract/selfservice.ts').wantedAdd>

/** One request as it is being written. */
export interface WantedItem {
  key: number
  name: string
  spec: string
  manufacturer: string
  number: string
  unit: string
  expected_price: string
  note: string
  files: readonly UploadedFile[]
}
const WANTED_FIELDS = ['name', 'number', 'expected_price', 'files'] as const
export type WantedField = (typeof WANTED_FIELDS)[number]

export const ITEMS_MAX = 20
export const emptyItem = (key: number, given: { name?: string; number?: string } = {}): WantedItem => ({
  key,
  name: given.name ?? '',
  spec: '',
  manufacturer: '',
  number: given.number ?? '',
  unit: '盒',
  expected_price: '',
  note: '',
  files: [],
})

/** What a field of a request is called, by the server too. */
export const fieldAt = (at: number, field: WantedField): string => `list.${at}.${field}`
export const fieldsOf = (items: readonly WantedItem[], from = 0): string[] =>
  items.slice(from).flatMap((_, at) => WANTED_FIELDS.map((field) => fieldAt(from + at, field)))

/** What is missing; the server looks again. */
export const problemsIn = (items: readonly WantedItem[]): Problems =>
  Object.assign(
    {},
    ...items.map(({ name, number, expected_price }, at) => ({
      ...(name.trim().length < 2 && { [fieldAt(at, 'name')]: '请填写商品名称，至少 2 个字' }),
      ...(!/^[1-9]\d{0,5}$/.test(number.trim()) && { [fieldAt(at, 'number')]: '请填写数量，1 到 999999 的整数' }),
      ...(expected_price.trim() !== '' &&
        !/^\d{1,6}(\.\d{1,2})?$/.test(expected_price.trim()) && { [fieldAt(at, 'expected_price')]: '请填写金额，如 9.80' }),
    })),
  )

export const listOf = (items: readonly WantedItem[]): Body['list'] =>
  items.map((item) => ({
    name: item.name.trim(),
    spec: item.spec.trim(),
    manufacturer: item.manufacturer.trim(),
    number: Number(item.number),
    unit: item.unit.trim(),
    expected_price: item.expected_price.trim(),
    note: item.note.trim(),
    files: item.files.map(({ id }) => id),
  }))
