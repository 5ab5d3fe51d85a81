import { folded } from './folding.ts'

/** Inspection reports of batches: what there is, how far it has come, and what a file's name says of it (药品经营质量管理规范 arts. 76, 77). */

/** What belongs to a batch: one of each kind stands at a time. */
export const REPORT_KINDS = {
  report: '检验报告',
  lot_release: '生物制品批签发证明',
  import_paper: '进口药品检验报告或通关单',
} as const
export type ReportKind = keyof typeof REPORT_KINDS

/** unmatched: nobody knows its batch yet · checking: waits for quality · replaced: a newer one of the same batch and kind stands. */
export const REPORT_STATES = ['unmatched', 'checking', 'released', 'refused', 'replaced', 'withdrawn'] as const
export type ReportState = (typeof REPORT_STATES)[number]
export const REPORT_STATE_NAMES: Readonly<Record<ReportState, string>> = {
  unmatched: '待匹配',
  checking: '待质量放行',
  released: '已放行',
  refused: '已退回',
  replaced: '已被新报告替代',
  withdrawn: '已撤回',
}

/** A goods' code and a batch number that a file's name may mean. */
export interface NameGuess {
  code: string
  batchNo: string
}

const NAME_MAX = 200
const GUESSES_MAX = 24
/** Control characters, and those that turn the direction of writing, so that a name reads other than it is. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/u
const SIGNS = /[<>:"|?*]/
/** What people write behind the number. */
const TAIL =
  /(?:\(\d{1,4}\)|（\d{1,4}）|出厂检验报告书?|成品检验报告书?|检验报告单?书?|药检报告书?|质检报告书?|批签发证?明?书?|报告书|COA)$/i
const PARTING = ' \t　_＿-'

/** Why a file is not taken by its name alone; null: it is. path: with the folders below the one that was given. */
export function nameFault(path: string): string | null {
  if (HIDDEN.test(path)) return '文件名含有隐藏字符，请改名后再上传'
  const parts = path.split(/[/\\]/)
  if (parts.some((part) => part === '..') || SIGNS.test(path)) return '文件名含有路径或特殊符号，请改名后再上传'
  const name = parts.at(-1) ?? ''
  if (name.length > NAME_MAX) return `文件名过长，请缩短到 ${NAME_MAX} 个字以内`
  if (!/\.pdf$/i.test(name)) return '只收 PDF 文件'
  if (/\.(?:exe|com|bat|cmd|scr|js|vbs|html?|svg|lnk|msi|zip|docm?|xlsm?)\s*\.pdf$/i.test(name))
    return '文件名带有两个扩展名，请确认文件后改名再上传'
  return null
}

function stemOf(name: string): string {
  let stem = name.replace(/\.pdf$/i, '').trim()
  for (let cut = withoutTail(stem); cut !== stem && cut !== ''; cut = withoutTail(stem)) stem = cut
  return stem
}

function withoutTail(stem: string): string {
  const cut = stem.replace(TAIL, '')
  if (cut === stem) return stem
  let end = cut.length
  while (end > 0 && PARTING.includes(cut.charAt(end - 1))) end--
  return cut.slice(0, end)
}

/** 商品编码_批号.pdf, or 批号.pdf in a folder of the goods; codes may hold the parting sign themselves, so each of them may part. */
export function nameGuesses(path: string): NameGuess[] {
  const parts = path.split(/[/\\]/).filter((part) => part !== '' && part !== '.')
  const stem = stemOf(parts.at(-1) ?? '')
  const guesses: NameGuess[] = []
  const add = (code: string, batchNo: string) => {
    const guess = { code: code.trim(), batchNo: batchNo.trim() }
    if (guess.code === '' || guess.batchNo === '' || guesses.length >= GUESSES_MAX) return
    if (!guesses.some((one) => one.code === guess.code && one.batchNo === guess.batchNo)) guesses.push(guess)
  }
  for (const signs of [/[_＿]/g, /[\s-]/g])
    for (const { index } of stem.matchAll(signs)) {
      const behind = stem.slice(index + 1)
      add(stem.slice(0, index), behind)
      // 编码_批号_品名
      const [first = ''] = behind.split(/[_＿\s]/)
      if (first !== behind) add(stem.slice(0, index), first)
    }
  const folder = parts.at(-2)
  if (folder !== undefined) {
    add(folder, stem)
    const [code = ''] = folder.split(/[_＿\s]/)
    add(code, stem)
  }
  return guesses
}

/** What kind of paper its name says that it is. */
export function nameKind(path: string): ReportKind {
  if (path.includes('批签发')) return 'lot_release'
  return /进口|通关|口岸/.test(path) ? 'import_paper' : 'report'
}

/** Codes and batch numbers are compared without regard to case and width. */
export const sameNumber = (text: string): string => folded(text).trim().toUpperCase()

/** Told to quality beside a signed file that was changed later: readers may show something else than what was signed. */
export const ADDED_AFTER_SIGNING = '文件在签名之后又被添加了内容，请核对签名和原件后再放行'

/** What a report was read as: whoever releases it says what he saw, since it may be matched to another batch until then. */
export const reportSeen = (of: {
  goods_id: number | null
  batch_no: string
  kind: string
  report_no: string
  report_date: string | null
}): string => [of.goods_id ?? '', of.batch_no, of.kind, of.report_no, of.report_date ?? ''].join('|')
