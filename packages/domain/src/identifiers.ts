import type { TradeDate } from './dates.ts'

/** Identifiers of the trade and how files write them (docs: trade rules, identifiers). */

/** What tidy() would change; most cells of a file have nothing of it. */
const UNTIDY = /[\uff01-\uff5e]|[^\S ]| {2}|^ | $/

/** Full-width forms to half-width, runs of white space to one space, ends trimmed. */
export function tidy(text: string): string {
  if (!UNTIDY.test(text)) return text
  return text
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[\s\u3000]+/g, ' ')
    .trim()
}

const CREDIT_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CREDIT_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** Unified social credit code, GB 32100: 18 characters, the last one a checksum modulo 31. */
export function isCreditCode(code: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(code)) return false
  const sum = CREDIT_WEIGHTS.reduce((total, weight, index) => total + weight * CREDIT_ALPHABET.indexOf(code[index] ?? ''), 0)
  return CREDIT_ALPHABET[(31 - (sum % 31)) % 31] === code[17]
}

/** No goods is called like the number of an order, a paper or a batch: their names need not be looked through for these. */
export const isLikeNumber = (words: string): boolean => /^[a-z]{0,4}\d{6,}$/i.test(words)

/** EAN-13 with its check digit. */
export function isEan13(code: string): boolean {
  if (!/^\d{13}$/.test(code)) return false
  const sum = [...code.slice(0, 12)].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return (10 - (sum % 10)) % 10 === Number(code[12])
}

export type ApprovalKind = 'chemical' | 'chinese' | 'biological' | 'device' | 'piece' | 'other' | 'none'

/** What an approval number says about the goods. Old and local forms are 'other'; prepared pieces (京Y…, ZYPZ…) are 'piece'. */
export function approvalKind(approvalNo: string): ApprovalKind {
  const text = tidy(approvalNo).toUpperCase().replaceAll(' ', '')
  if (text === '') return 'none'
  const national = /国药准字\(?([HZSBJTF])([ZHSCFJ]?)\d/.exec(text) ?? /^([HZS])C?\d{8}$/.exec(text)
  if (national) {
    if (national[1] === 'H') return 'chemical'
    if (national[1] === 'Z' || national[1] === 'B') return 'chinese'
    if (national[1] === 'S') return 'biological'
    return 'other'
  }
  if (/械(注|备|监|\()|药监械|药管械|械备/.test(text)) return 'device'
  if (/^[\u4e00-\u9fff(（)）]{0,4}Z?YP?Z?Y?\d/.test(text)) return 'piece'
  return 'other'
}

/** Class 1–3 of a device from its registration number; null when the number does not tell. */
export function deviceClass(approvalNo: string): 1 | 2 | 3 | null {
  const text = tidy(approvalNo).replaceAll(' ', '')
  if (/械备/.test(text)) return 1
  const match = /械注[准进许](?:\d{4})([123])/.exec(text) ?? /械\(?[准进许]\)?字?\(?\d{4}\)?第?-?([123])\d{5,6}/.exec(text)
  if (!match) return null
  return Number(match[1]) as 1 | 2 | 3
}

const DAYS_IN_MONTH = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/**
 * A date as ERP exports write it: 2026-05-31, 2026/5/31, 20260531, 2026年5月31日, 2026-05, 2026年05月, an Excel serial.
 * Without a day: 'end' takes the month's last day (expiry), 'start' its first (production). Null: not a date.
 */
export function parseTradeDate(value: string, monthOnly: 'start' | 'end'): TradeDate | null {
  const text = tidy(value).replace(/ 00:00(:00)?$/, '')
  const serial = /^(\d{5})(\.0+)?$/.exec(text)
  if (serial) {
    const date = new Date(Date.UTC(1899, 11, 30) + Number(serial[1]) * 86_400_000).toISOString().slice(0, 10)
    // Other five figures are a slip, and no licence or batch that lives for ages.
    return date >= '1990-01-01' && date <= '2100-12-31' ? date : null
  }
  const match =
    /^(\d{4})(\d{2})(\d{2})?$/.exec(text) ??
    /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/.exec(text) ??
    /^(\d{4})年(\d{1,2})月(?:(\d{1,2})日)?$/.exec(text)
  if (!match) return null
  const [year, month] = [Number(match[1]), Number(match[2])]
  if (year < 1990 || year > 2100 || month < 1 || month > 12) return null
  const last = DAYS_IN_MONTH(year, month)
  const day = match[3] === undefined ? (monthOnly === 'end' ? last : 1) : Number(match[3])
  if (day < 1 || day > last) return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Mobile number: 11 digits, second digit 3–9 (specification section 5). */
export const isMobile = (text: string): boolean => /^1[3-9]\d{9}$/.test(text)

/** A mobile number, or a landline as area code-number (specification section 5). */
export function isPhone(text: string): boolean {
  return isMobile(text) || /^0\d{2,3}-\d{7,8}$/.test(text)
}

/** E-mail: letters, digits, underscore and hyphen around @ and dots (specification section 5). */
export function isEmail(text: string): boolean {
  return text.length <= 100 && /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*@[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+$/.test(text)
}

const ID_CARD_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Number of a resident's identity card (GB 11643): region, birthday, serial, check digit modulo 11. */
export function isIdCard(number: string): boolean {
  const match = /^[1-9]\d{5}((?:19|20)\d{2})(\d{2})(\d{2})\d{3}[\dX]$/.exec(number)
  if (!match || !isTradeDate(`${match[1]}-${match[2]}-${match[3]}`)) return false
  const sum = ID_CARD_WEIGHTS.reduce((total, weight, index) => total + weight * Number(number[index]), 0)
  return '10X98765432'[sum % 11] === number[17]
}

/** A day that the calendar has, written YYYY-MM-DD, of this time. */
export function isTradeDate(text: string): boolean {
  const time = /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
}

const MAIL = /^[^\s@<>,;]+@[^\s@<>,;.]+(?:\.[^\s@<>,;.]+)+$/
/** A mail address as people write it: somebody@host.example, without a name around it. */
export const isMail = (text: string): boolean => text.length <= 100 && MAIL.test(text)
