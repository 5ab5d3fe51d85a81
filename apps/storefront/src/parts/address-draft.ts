import type { BodyOf } from '#contract/call.ts'
import { folded } from '#domain/folding.ts'

export type AddressBody = BodyOf<typeof import('#contract/user.ts').addressAdd>
export type AddressField = 'receiver' | 'phone' | 'province' | 'city' | 'district' | 'detail'
export type AddressDraft = Record<AddressField, string>

export const EMPTY_ADDRESS: AddressDraft = { receiver: '', phone: '', province: '', city: '', district: '', detail: '' }

/** Mobile: 11 digits, 1 then 3–9; or a landline as area code-number (specification section 5). */
const PHONE = /^(1[3-9]\d{9}|0\d{2,3}-\d{7,8})$/

/** As it is kept: 139 0000 0001, ０８５１－… and the like are read as what they mean. */
const plainPhone = (text: string): string =>
  folded(text)
    .replace(/[\s()]/g, '')
    .replace(/[‐-―−]/g, '-')
    .replace(/^\+?86(?=1\d{10}$)/, '')
const within = (text: string, least: number, most: number): boolean => text.length >= least && text.length <= most

const RULES: Record<AddressField, (text: string) => string | null> = {
  receiver: (text) => (within(text, 1, 30) ? null : '请填写收货人姓名，不超过 30 个字'),
  phone: (text) => (PHONE.test(plainPhone(text)) ? null : '请填写 11 位手机号，或区号-座机号，如 0851-86010000'),
  province: (text) => (within(text, 2, 20) ? null : '请选择省份'),
  city: (text) => (within(text, 2, 20) ? null : '请选择城市'),
  district: (text) => (within(text, 1, 20) ? null : '请选择区县'),
  detail: (text) => (within(text, 2, 100) ? null : '请填写街道和门牌号，2 至 100 个字'),
}

/** From the top of the form. */
export const ADDRESS_FIELDS = Object.keys(RULES).filter((key): key is AddressField => key in EMPTY_ADDRESS)

/** Field → sentence; empty when the address can be sent. */
export function addressErrors(draft: AddressDraft): Partial<Record<AddressField, string>> {
  const errors: Partial<Record<AddressField, string>> = {}
  for (const field of ADDRESS_FIELDS) {
    const error = RULES[field](draft[field].trim())
    if (error) errors[field] = error
  }
  return errors
}

export function addressBody(draft: AddressDraft, isDefault: boolean): AddressBody {
  const { receiver, phone, province, city, district, detail } = draft
  return {
    receiver: receiver.trim(),
    phone: plainPhone(phone),
    province: province.trim(),
    city: city.trim(),
    district: district.trim(),
    detail: detail.trim(),
    is_default: isDefault ? 1 : 0,
  }
}
