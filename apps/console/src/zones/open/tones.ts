import type { OpenKeyState } from '#contract/open-keys.ts'
import type { Tone } from '../../parts/StateTag.tsx'

export const KEY_TONES: Readonly<Record<OpenKeyState, Tone>> = { unissued: 'waiting', live: 'done', expired: 'wrong', stopped: 'closed' }
