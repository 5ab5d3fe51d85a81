import { ApiError } from '#api-client/client.ts'
import type { UploadedFile } from '#api-client/upload.ts'
import type { BodyOf } from '#contract/call.ts'

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
export type WantedField = 'name' | 'number' | 'expected_price' | 'files'
export type ItemErrors = Partial<Record<WantedField, string>>

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

/** What is missing, an entry an item; the server looks again. */
export function errorsOf(items: readonly WantedItem[]): ItemErrors[] {
  return items.map(({ name, number, expected_price }) => ({
    ...(name.trim().length < 2 && { name: '请填写商品名称，至少 2 个字' }),
    ...(!/^[1-9]\d{0,5}$/.test(number.trim()) && { number: '请填写数量，1 到 999999 的整数' }),
    ...(expected_price.trim() !== '' && !/^\d{1,6}(\.\d{1,2})?$/.test(expected_price.trim()) && { expected_price: '请填写金额，如 9.80' }),
  }))
}

export const bodyOf = (items: readonly WantedItem[], key: string): Body => ({
  key,
  list: items.map((item) => ({
    name: item.name.trim(),
    spec: item.spec.trim(),
    manufacturer: item.manufacturer.trim(),
    number: Number(item.number),
    unit: item.unit.trim(),
    expected_price: item.expected_price.trim(),
    note: item.note.trim(),
    files: item.files.map(({ id }) => id),
  })),
})

/** The server's field errors ('list.1.name'), an entry an item. */
export function refusedFields(error: unknown, count: number): ItemErrors[] | null {
  if (!(error instanceof ApiError) || error.code !== 422) return null
  const found: ItemErrors[] = Array.from({ length: count }, () => ({}))
  for (const { field, message } of error.fieldErrors) {
    const match = /^list\.(\d+)\.(name|number|expected_price|files)/.exec(field)
    const item = match ? found[Number(match[1])] : undefined
    if (item && match) item[match[2] as WantedField] = message
  }
  return found
}
