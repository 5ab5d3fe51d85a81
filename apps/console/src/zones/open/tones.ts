import type { OpenKeyState } from '#contract/open-keys.ts'
import type { WebhookMessageState, WebhookState } from '#contract/open-webhooks.ts'
import type { Tone } from '../../parts/StateTag.tsx'

export const KEY_TONES: Readonly<Record<OpenKeyState, Tone>> = { unissued: 'waiting', live: 'done', expired: 'wrong', stopped: 'closed' }
export const WEBHOOK_TONES: Readonly<Record<WebhookState, Tone>> = {
  unissued: 'waiting',
  live: 'done',
  failing: 'wrong',
  paused: 'wrong',
  stopped: 'closed',
}
export const MESSAGE_TONES: Readonly<Record<WebhookMessageState, Tone>> = { waiting: 'waiting', sent: 'done', failed: 'wrong' }
