import { isCreditCode, isMail } from '#domain/identifiers.ts'
import { fenFromYuan } from '#domain/money.ts'
import type { FieldError } from '../../../platform/errors.ts'
import { fitsSetting } from '../../../platform/settings.ts'
import type { OpenKey } from './fields.ts'

/** What one field alone does not show: values that do not go together, addresses, numbers with a check. */

type Said = Record<string, string>
const PAGE = /^\/(?![/\\])/
const ADDRESS = /^(https:\/\/[^\s"<>]+|\/(?![/\\])[^\s"<>]*)$/
const QQ = /^[1-9]\d{4,11}$/
const ACCOUNT = /^\d[\d ]{6,38}\d$/

const mails = (list: readonly string[], key: string): FieldError[] => {
  const wrong = list.find((one) => !isMail(one))
  if (wrong !== undefined) return [{ field: key, message: `“${wrong}”不是邮件地址，一行写一个，如 caiwu@example.com` }]
  const twin = list.find((one, at) => list.findIndex((other) => other.toLowerCase() === one.toLowerCase()) < at)
  return twin === undefined ? [] : [{ field: key, message: `“${twin}”写了两次` }]
}

const qq = (value: unknown, key: string): FieldError[] =>
  QQ.test(String(value)) ? [] : [{ field: key, message: 'QQ 号是 5 至 12 位数字' }]

const RULES: Partial<Record<OpenKey, (value: never) => FieldError[]>> = {
  supplier: ({ tax_no }: Said) =>
    tax_no === undefined || isCreditCode(tax_no) ? [] : [{ field: 'supplier.tax_no', message: '统一社会信用代码校验不符，请核对' }],
  licences: (list: Said[]) =>
    list.flatMap(({ name }, at) =>
      list.findIndex((one) => one.name === name) < at ? [{ field: `licences[${at}].name`, message: `“${name}”已经有一条` }] : [],
    ),
  mail_finance: (list: string[]) => mails(list, 'mail_finance'),
  mail_quality: (list: string[]) => mails(list, 'mail_quality'),
  mail_system: (list: string[]) => mails(list, 'mail_system'),
  qq1: (value: string) => qq(value, 'qq1'),
  qq2: (value: string) => qq(value, 'qq2'),
  wechat_service: ({ url = '' }: Said) =>
    ADDRESS.test(url) ? [] : [{ field: 'wechat_service.url', message: '地址以 https:// 开头，或以 / 开头的本站路径' }],
  quality_inspection: ({ url = '' }: Said) =>
    url === '' || ADDRESS.test(url) ? [] : [{ field: 'quality_inspection.url', message: '网址以 https:// 开头' }],
  login_url: (value: string) => (PAGE.test(value) ? [] : [{ field: 'login_url', message: '本站页面的地址以一个 / 开头' }]),
  bank_account: ({ number = '', others = [] }: { number?: string; others?: { number?: string }[] }) => {
    const all = [
      { field: 'bank_account.number', number },
      ...others.map((one, at) => ({ field: `bank_account.others[${at}].number`, number: one.number ?? '' })),
    ]
    const plain = (text: string) => text.replaceAll(' ', '')
    return all.flatMap((one, at) => {
      if (!ACCOUNT.test(one.number)) return [{ field: one.field, message: '账号只能是数字和空格，8 至 40 位' }]
      const isTwin = all.findIndex((other) => plain(other.number) === plain(one.number)) < at
      return isTwin ? [{ field: one.field, message: '这个账号已经有了' }] : []
    })
  },
  recharge: ({ min, max, tiers = [] }: { min?: string; max?: string; tiers?: Said[] }) => {
    const fen = (one: string | undefined) => (one === undefined ? null : fenFromYuan(one))
    const [least, most] = [fen(min), fen(max)]
    const bounds = least !== null && most !== null && least > most ? [{ field: 'recharge.max', message: '上限不能小于下限' }] : []
    // A nought too many here is money that is given away until somebody sees it.
    const generous = tiers.flatMap(({ amount, gift }, at) =>
      Number(fen(gift)) >= Number(fen(amount)) ? [{ field: `recharge.tiers[${at}].gift`, message: '送的须少于充的' }] : [],
    )
    return [...bounds, ...generous]
  },
  chat_hours: ({ from = '', to = '' }: Said) => (from < to ? [] : [{ field: 'chat_hours.to', message: '到的时间须晚于从的时间' }]),
}

/** Of a value whose fields are right each by itself. */
export function settingProblems(key: OpenKey, value: unknown): FieldError[] {
  const found = RULES[key]?.(value as never) ?? []
  return found.length > 0 || fitsSetting(key, value) ? found : [{ field: key, message: '填写有误，请检查' }]
}
