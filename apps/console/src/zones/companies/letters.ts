import type { LettersWire, LetterWire } from '#contract/invitations.ts'

/** A cell of CSV. What a spreadsheet would take for a formula is text. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const HEAD = ['企业', '联系人', '手机号', '邀请码', '链接', '有效期至']

/** Beijing time, to the minute: 2026-11-30 10:00. */
export const untilText = (at: string): string => new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

/** For whoever sends the links by a way of his own. With the mark by which spreadsheets know UTF-8. */
export function lettersCsv(letters: readonly LetterWire[]): string {
  const rows = letters.map((one) => [one.company, one.contact, one.phone, one.code, one.link, untilText(one.expires_at)])
  return `\uFEFF${[HEAD, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

/** Whoever finds the letter does not find there what it is bound to. */
const short = (phone: string): string => phone.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2')

/** What the receiver is to do, line by line. */
export function stepsOf({ phone, has_account, is_new }: LetterWire, { site }: LettersWire['sender']): string[] {
  const open = `用手机扫描右边的二维码；没有手机时，在电脑上打开 ${site}/register/invited ，输入邀请码。`
  if (has_account === 1) return [open, `用 ${short(phone)} 的账号和密码登录。`, '勾选用户协议，确认接受。之后在页面右上角切换门店。']
  const account =
    phone === ''
      ? '填写姓名和手机号，设置登录密码。今后用这个手机号登录。'
      : `填写姓名和贵企业登记的手机号（${short(phone)}），设置登录密码。今后用它登录。`
  return [
    open,
    account,
    is_new === 1 ? '按提示填写企业资料、上传证照。审核通过后即可看到价格并下单。' : '随即可以登录，看到贵企业的价格并下单。',
  ]
}
