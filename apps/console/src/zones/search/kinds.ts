import type { SearchPlace, SearchWordKind, SearchWordWire } from '#contract/searchlab.ts'

export const KIND_NAMES: Readonly<Record<SearchWordKind, string>> = {
  alias: '同义词',
  trade: '商品名',
  english: '英文名',
  class: '类别',
  indication: '病症用途',
}
/** What stands left and right of the line, as one reads it. */
export const KIND_HINTS: Readonly<Record<SearchWordKind, string>> = {
  alias: '左右意思相同，在名称里可以互换：阿斯匹林 = 阿司匹林',
  trade: '商品名 → 通用名：芬必得 → 布洛芬缓释胶囊、布洛芬',
  english: '英文名、缩写 → 通用名：amoxicillin → 阿莫西林',
  class: '类别 → 这一类的成分，最典型的在前：感冒药 → 感冒灵、氨酚烷胺',
  indication: '病症、用途 → 类别或成分，最对症的在前：高血压 → 降压药',
}
export const PLACE_NAMES: Readonly<Record<SearchPlace, string>> = { first: '置顶', last: '后置' }
export const UNDERSTOOD_NAMES: Readonly<Record<string, string>> = {
  typed: '按原样找到',
  apart: '拆成几个词找到',
  corrected: '没有这样的名称，按相近的词找到',
  none: '没有找到',
}

export interface WordDraft {
  kind: SearchWordKind
  /** One a line. */
  words: string
  targets: string
  parent: string
  note: string
  active: 0 | 1
}

export const EMPTY_WORD: WordDraft = { kind: 'alias', words: '', targets: '', parent: '', note: '', active: 1 }

export const draftOf = ({ kind, words, targets, parent, note, active }: SearchWordWire): WordDraft => ({
  kind,
  words: words.join('\n'),
  targets: targets.join('\n'),
  parent,
  note,
  active: active === 1 ? 1 : 0,
})

/** Words as somebody writes them: one a line, or parted by commas. */
export const listed = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,，、;；|]/u)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
]

export const bodyOf = ({ kind, words, targets, parent, note }: WordDraft) => ({
  kind,
  words: listed(words),
  targets: listed(targets),
  parent: kind === 'class' ? parent.trim() : '',
  note: note.trim(),
})
