import { CODES, LOGIN_CODES } from '#contract/codes.ts'
import type { Reactions } from './browser.ts'

/** The page as the error catalogue needs it. */
export interface ErrorScreen {
  toast: (text: string, tone: 'error' | 'info') => void
  /** An alert with one button; resolves when it is closed. */
  alert: (title: string, text: string) => Promise<void>
  /** The dialog that only offers to load the page again. */
  reloadDialog: (text: string) => void
  toLogin: () => void
  toContract: () => void
}

const BUSY = '系统繁忙，请稍候再试'

/** The error catalogue (specification section 8), a row a case. */
export function createReactions(screen: ErrorScreen): Reactions {
  return {
    refused(error) {
      const { code, message } = error
      if (LOGIN_CODES.includes(code)) return screen.toLogin()
      if (code === CODES.CONTRACT_UNSIGNED) return void screen.alert('温馨提示', message || '请先签署电子合同').then(screen.toContract)
      if (code === CODES.FIELD_ERRORS) return screen.toast(error.fieldErrors[0]?.message || message || '填写的内容有误', 'error')
      if (code >= 500 && code <= 599) return screen.toast(BUSY, 'error')
      void screen.alert('温馨提示', message || BUSY)
    },
    timedOut: () => screen.reloadDialog('请求超时，请刷新页面'),
    unreachable: () => screen.toast('网络连接不畅，请检查网络后重试', 'error'),
  }
}
