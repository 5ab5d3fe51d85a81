import type { ImportState } from '#contract/imports.ts'

export const countText = (number: number, of: string): string => `${number.toLocaleString('en')} ${of}`

export const STATE_NAMES: Readonly<Record<ImportState, string>> = {
  columns: '待定列',
  checking: '预览中',
  checked: '待提交',
  running: '导入中',
  done: '已导入',
  undoing: '撤销中',
  undone: '已撤销',
  cancelled: '已放弃',
  failed: '失败',
}
