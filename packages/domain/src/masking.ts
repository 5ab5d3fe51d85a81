/** Personal data as lasting records carry it: enough to tell one from another, too little to use. */

const ID_CARD = /(?<![0-9A-Za-z])\d{6}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![0-9A-Za-z])/g
const MOBILE = /(?<![0-9A-Za-z])1[3-9]\d{9}(?![0-9A-Za-z])/g
/** Names of fields whose value is such a number whatever it looks like: a landline, an account of a foreign bank. */
const PHONE_FIELD = /phone|mobile|(^|_)tel($|_)/i
const ACCOUNT_FIELD = /bank_?(account|card|no)|account_?no|card_?no|(^|_)iban($|_)/i
const ID_FIELD = /id_?card|id_?no|identity/i

const hide = (text: string, head: number, tail: number): string =>
  text.length <= head + tail ? '*'.repeat(text.length) : `${text.slice(0, head)}****${text.slice(-tail)}`
export const hidePhone = (text: string): string => hide(text, 3, text.length >= 11 ? 4 : 2)
/** A name or number by which a payment service knows somebody. */
export const hidePayer = (text: string): string =>
  text === '' || text.includes('**') ? text : hide(text, text.length > 12 ? 6 : 2, text.length > 12 ? 4 : 1)
/** Its host stays: whose mail it is may be read from it, to whom it went may not. */
export const hideMail = (address: string): string => {
  const at = address.lastIndexOf('@')
  return at < 1 ? hide(address, 1, 0) : `${address.slice(0, 1)}****${address.slice(at)}`
}
const hideIdCard = (text: string): string => hide(text, 6, 2)
const hideAccount = (text: string): string => hide(text, 0, 4)

/** Phones and numbers of identity cards wherever they stand in a text. */
export const maskedText = (text: string): string => text.replaceAll(ID_CARD, hideIdCard).replaceAll(MOBILE, hidePhone)

function maskedField(name: string, text: string): string {
  if (text === '' || text.includes('****')) return text
  if (ID_FIELD.test(name)) return hideIdCard(text)
  if (ACCOUNT_FIELD.test(name)) return hideAccount(text)
  return PHONE_FIELD.test(name) ? hidePhone(text) : maskedText(text)
}

function maskedValue(name: string, value: unknown): unknown {
  if (typeof value === 'string') return maskedField(name, value)
  if (typeof value === 'number') {
    // A number of a phone that was read as a number is none the less one; amounts in fen and ids are not of that name.
    const isPersonal = PHONE_FIELD.test(name) || ACCOUNT_FIELD.test(name) || ID_FIELD.test(name)
    return isPersonal ? maskedField(name, String(value)) : value
  }
  if (Array.isArray(value)) return value.map((one) => maskedValue(name, one))
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, maskedValue(key, one)]))
}

/** A copy of it with every phone, number of an identity card and bank account masked, however deep. */
export const maskPersonal = <T extends object | null>(record: T): T => maskedValue('', record) as T
